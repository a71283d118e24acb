/**
 * Given names in Latin letters, as evidence that words are a person. Owns the list; a name that is not in it is told by its place.
 * Pure.
 */

import { isPlain } from '../plain-words.ts';

const names = `
james mary john patricia robert jennifer michael linda david elizabeth william barbara richard susan joseph jessica thomas sarah
christopher karen charles lisa daniel nancy matthew betty anthony sandra mark margaret donald ashley steven kimberly andrew emily paul
donna joshua michelle kenneth carol kevin amanda brian melissa george deborah timothy stephanie ronald rebecca jason laura edward
sharon jeffrey cynthia ryan kathleen jacob amy nicholas angela gary shirley eric anna jonathan ruth stephen brenda larry pamela justin
nicole scott katherine brandon samantha benjamin christine samuel emma gregory catherine alexander virginia patrick debra frank rachel
raymond janet jack maria dennis heather jerry diane tyler julie aaron joyce jose victoria adam kelly nathan christina henry joan
zachary evelyn douglas lauren peter judith kyle olivia noah megan ethan martha jeremy cheryl walter andrea christian hannah keith
jacqueline roger ann terry jean austin gloria sean teresa gerald kathryn carl sara harold janice dylan madison arthur julia lawrence
grace jordan judy jesse theresa bryan beverly billy denise bruce marilyn gabriel amber joe danielle logan rose alan brittany juan
diana albert abigail willie natalie elijah jane wayne lori randy alexis vincent tiffany mason kayla roy ralph bobby russell bradley
philip eugene liam lucas oliver mia ava sophia isabella charlotte amelia harper ella chloe zoe lily ruby freya isla poppy ivy willow
daisy evie sienna elsie florence phoebe matilda jessie lottie harry leo oscar archie freddie theo alfie jude max tommy charlie finley
harrison toby louie reuben ellis luke isaac hugo rory callum connor jamie ewan duncan fergus angus hamish alistair malcolm graham
nigel trevor clive derek barry geoffrey colin stuart neil simon martin adrian gavin darren craig shane glenn brett dean lee ian iain
fiona moira eilidh mairi siobhan niamh aoife caoimhe sinead orla saoirse cian oisin padraig seamus eoin gareth rhys dylan owen evan
bronwyn cerys robyn robin lynn jill gill dorothea kwan megan sian angharad gwen nia tom tim jim bob bill ben dan sam matt mike dave steve chris nick pete rob ron ken ray jeff
greg tony andy joey eddie ted fred al art jo sue liz beth kate katie jen jenny meg peg peggy sally molly polly nell ellie maggie becky
debbie tina gina nina rita vera wendy tracy tracey stacy stacey dawn hope faith joy april june may summer autumn georgia brooklyn
dallas chelsea sydney paris savannah sierra dakota cheyenne aurora hazel olive violet iris flora rosemary heather holly penelope
stella luna nora eleanor leah audrey claire clara lucy alice edith ada agnes mabel maud winifred dorothy doris gladys norman ernest
herbert stanley leonard clarence floyd chester melvin marvin calvin curtis maurice vernon lloyd leroy darnell tyrone jamal deshawn
lamar malik xavier marcus terrence andre demetrius latoya keisha ebony jasmine destiny imani aaliyah trinity nevaeh cody dustin
derrick travis wesley wade clay chase blake grant garrett preston spencer parker hunter carter cooper tanner tucker sawyer wyatt
jackson lincoln carson colton easton bennett everett emmett silas ezra asher levi caleb josiah micah gideon abraham moses solomon
carlos luis jorge miguel antonio francisco manuel pedro jesus alejandro rafael ricardo fernando eduardo javier roberto diego sergio
mario andres raul enrique ramon oscar alberto arturo hector guillermo gustavo salvador julio cesar armando alfredo ernesto rodrigo
guadalupe juana rosa margarita alejandra adriana gabriela veronica leticia silvia elena lucia carmen isabel ana sofia valentina
camila ximena xiomara mariana daniela paula natalia marisol esperanza dolores consuelo mercedes ines beatriz raquel
anna anne lena lukas leon finn jonas felix elias paul emil anton moritz jakob hans heinz karl klaus jurgen dieter gunter manfred werner
helmut horst wolfgang bernd uwe rainer rolf ralf frank thorsten torsten stefan andreas matthias sebastian tobias florian markus jens
lars nils sven bjorn kai heiko holger axel volker dirk olaf ingo detlef gerd gerhard friedrich wilhelm ludwig otto hermann fritz ernst
konrad kurt siegfried johann johannes josef georg franz xaver korbinian sabine petra monika ursula renate brigitte helga gisela
christa ingrid karin angelika barbara gabriele susanne birgit andrea martina claudia stefanie katrin kathrin anja anke silke heike
sandra nicole melanie tanja katja julia sarah lisa laura marie sophie leonie hannah mia emilia lina greta frieda ulrike annette
kathe kaethe hildegard gertrud elfriede irmgard waltraud edeltraud mehmet ayse fatma mustafa emre cem deniz zeynep elif hasan huseyin
ahmet ali ibrahim osman murat yusuf
jean marie pierre michel andre philippe louis rene alain jacques bernard daniel francois robert claude nicolas christophe patrick
olivier laurent thierry eric sebastien julien david guillaume thomas antoine alexandre maxime romain benoit mathieu matthieu vincent
camille lea manon emma chloe ines jade louise zoe alice juliette margaux charlotte lucie pauline marine mathilde clemence celine
sandrine nathalie isabelle sylvie catherine christine valerie veronique martine monique francoise jacqueline nicole dominique
brigitte chantal helene agnes delphine aurelie amelie emilie melanie elodie virginie florence emile etienne yves yann gael loic
ronan herve thibault quentin corentin baptiste bastien hugo enzo theo gabriel raphael arthur jules adam lucas nathan ethan noe
mohamed mohammed muhammad mohammad ahmed mahmoud hassan hussein omar youssef karim rachid said samir tariq khalid walid nabil aisha
fatima khadija zainab mariam maryam amina layla leila yasmin nour salma samira nadia farah siti nur nurul aisyah faizal rahman aziz
ismail hafiz farid zulkifli abdul abdullah syed haji
raj priya rahul amit anil sunil vijay sanjay ravi suresh ramesh mahesh rajesh rakesh mukesh dinesh ashok deepak manoj vinod arun
ajay vikram arjun rohan rohit nikhil karthik ganesh krishna lakshmi anita sunita kavita geeta meena reena neha pooja anjali divya
swati shreya ananya aarav vivaan aditya sai ishaan kiran jaspreet gurpreet harpreet manpreet
ivan dmitri dmitry sergei sergey alexei alexey andrei andrey mikhail nikolai vladimir boris igor oleg pavel yuri olga svetlana
natasha tatiana irina ekaterina anastasia ksenia galina ludmila piotr pawel tomasz krzysztof agnieszka katarzyna malgorzata ewa
jan jakub lukasz marek zofia milan goran dragan zoran jovan petra vaclav jiri ondrej
marco giuseppe giovanni luca matteo alessandro francesca giulia chiara federica paolo stefano andrea lorenzo silvia
sven erik anders lars mats bjorn astrid ingrid freja kari olav magnus gunnar soren mette pieter johan willem jeroen bas daan sanne
femke lotte anouk
joao tiago rui nuno duarte goncalo rosario catarina margarida
ngozi kwame chidi chinedu emeka amara zuri kofi ama kwesi tunde bola folake sipho thabo nomsa lerato
taro hanako ken kenji akira haruki yuki yuko yumi sakura takashi hiroshi satoshi kazuo ichiro jiro saburo daisuke naoki kenta ryo
sho shota yuta haruto sota hina mei aoi rin yui misaki ayaka naomi keiko noriko michiko emiko tomoko masako hideo nobuo koji makoto
minoru shinji tetsuya ayumi kaori kana kumiko mariko reiko sachiko yoko
minsu min-jun minjun ji-hoon jihoon seo-jun seojun young-hee younghee ji-eun jieun soo-jin soojin hyun-woo hyunwoo jae-hyun jaehyun
dong-hyun sung-min sungmin eun-ji eunji yu-na yuna ha-eun haeun seo-yeon seoyeon joon-ho junho min-ho minho tae-hyung taehyung
wei fang min jing lei qiang jie jun yang yong yan tao ming chao xia ping gang gui hua lan meimei xiaoming jianguo zhiqiang jianhua
xiaohong xiaoli ting ying hui xin yu hao bo lin na li mei ling siu wing chi kwok tai ka hoi tsz yuk ho sze kit fai man ho-yin
kelvin vivian jason winnie cindy yvonne ivy fanny carmen joey kenny danny jacky eason
aaron abigail adam adele alain alan albert alex alexander alexandra alexis alfie alfred alice alison allan allison alma alyssa amara amber amelia amelie amir amy ana anabel anais andre andrea andreas angel angela angelina angus anh anika anita anja anke ann anna annabel anne annette annika anouk antje antoine anton antonia antonio aoife april archie ariana armin arthur arun asha astrid audrey august aurelie austin ava axel ayesha
baptiste beatrice beatriz beau ben benedict benjamin benoit bernadette bernard bernd bertha beth bethany bettina birgit blake bob bobby bonnie boris brad bradley brandon brenda brendan brent brett brian bridget brigitte britta bronwyn brooke bruce bruno bryan bryce byron caitlin caleb callum calvin cameron camilla candice cara carina carl carla carlos carmen carol carole caroline carsten casey cassandra catalina catherine cathy cecile cecilia cedric celeste celine chad chandra chantal charlene charles charlie charlotte chelsea cheryl chidi chloe chris christa christian christina christine christoph christophe ciara claire clara clarence claude claudia clayton clement cliff clifford clint clive clyde cody colette colin colleen connie connor conor constance cora corey corinne courtney craig crystal curtis cyril
daisy dale damian damien dana daniela danielle darius darlene darrell darren daryl dave davina dawn dean deanna debbie deborah declan deepak deirdre delia delphine denis denise dennis derek desmond detlef devin diana diane diego dieter dietmar dirk dmitri dolores dominic dominik dominique don donald donna dora doreen doris dorothea dorothy doug douglas duncan dustin dylan
earl ed eddie edgar edith edmund eduardo edward edwin eileen elaine eleanor elena eli elias elif elijah elinor eliot elisa elise eliza ella elke ellen elliot elliott ellis elodie elsa elsie emanuel emil emilia emilie emily emma emmanuel emre enrique eric erica erich erik erika erin ernest ernesto ernst esme esther ethan etienne eugene eva evan eve evelyn ewan ezra
fabian fabienne fabrice faith farah fatima faye felicia felicity felipe felix fergus fernando finlay finn fiona flora florence florian frances francesca francis francisco francois frank franz fraser fred freda frederic frederick freya frieda fritz gabriel gabriela gabrielle gail gareth garry gary gavin gemma genevieve geoff geoffrey georg george georges georgia georgina gerald geraldine gerard gerd gerhard german gertrud giles gillian gina giovanni gisela gladys glenda glenn gloria gordon graham grant greg gregor gregory greta guillaume gustav guy gwen gwendolyn hailey hamish hannah hanna hannelore hans harold harriet harrison harry harvey hassan hazel heather hector heidi heike heiko heinrich heinz helen helena helene helga helmut henri henrietta henrik henry herbert herman hilary hilda holger holly hope horst howard hubert hugh hugo humphrey ian ibrahim ida ilse imogen ines inga ingo ingrid ioana irene iris irma irving isaac isabel isabella isabelle isla ismail ivan ivana ivor ivy
jack jackie jackson jacob jacqueline jacques jade jaime jake jakob jamal james jamie jan jana jane janet janice janine jared jasmin jasmine jasper javier jay jayden jean jeanette jeanne jeff jeffrey jen jenna jennifer jenny jens jeremy jerome jerry jesse jessica jill jim jimmy jo joachim joan joanna joanne joao jochen jodie joe joel joelle joerg jorg johann johanna johannes john johnny jon jonas jonathan jordan jorge jose josef joseph josephine josh joshua joy joyce juan juanita judith judy julia julian juliana julie julien juliet juliette julius june jurgen justin justine kai kara karen karim karin karina karl karsten kate katarzyna katharina katherine kathleen kathryn kathy katie katja katrin katrina kay kayla keith kelly kelvin ken kenneth kerry kerstin kevin kian kieran kim kirsten kirsty klaus knut konrad kristen kristian kristin kristina kurt kyle kylie lachlan lana lara larissa larry lars latoya laura laurel lauren laurence laurent laurie lawrence layla lea leah leanne lee leila lena leo leon leonard leonie leroy lesley leslie leticia lewis liam lila lilian lilly lily lina linda lindsay lindsey lionel lisa lloyd logan lois lola lorenzo loretta lori lorna lorraine lothar lottie lou louis louisa louise luc luca lucas lucia lucie lucinda lucy luis luisa lukas luke luther lydia lyn lynda lynn lynne
mabel mackenzie maddison madeleine madeline madison mael maeve maggie magnus maisie malcolm malik mandy manfred manon manuel manuela mara marc marcel marcela marco marcus margarete margaret margarita margaux margot marguerite maria mariam marian mariana marianne marie mariko marilyn marina mario marion marisa marissa marius marjorie mark markus marlene marlon marsha marta martha martin martina marvin mary mason mathias mathieu mathilde matilda matteo matthew matthias matthieu maude maureen maurice mauro max maxim maxime maximilian maxine maya megan mehmet meike mel melanie melinda melissa melody mercedes meredith mia michael michaela michel michele micheline michelle miguel mike mila milan mildred miles millie milo mina mira miranda miriam mitchell mohamed mohammed moira molly mona monica monika monique morgan moritz morris muhammad muriel myra myriam nadia nadine nancy naomi natalia natalie natasha nathalie nathan nathaniel neil nell nelson nestor niall nicholas nick nicola nicolas nicole nigel nikita niklas nils nina noah noel noelle noemi nora norbert noreen norma norman nuria octavia olaf oleg olga oliver olivia olivier omar ophelia orla oscar oskar oswald otis otto owen pablo paige pam pamela paola pascal patricia patrick patrizia paul paula paulina pauline pedro peggy penelope penny percy perry petra phil philip philipp philippa philippe phillip phoebe phyllis pia pierre piper polly priscilla priya quentin quinn
rachel rafael rahul raimund rainer raj ralf ralph ramon ramona randall randy raphael rashid raul ravi ray raymond rebecca regina reginald reiner reinhard rene renate renee reuben rex rhiannon rhonda rhys ricardo riccardo richard rick ricky rita rob robbie robert roberta roberto robin rocio roderick rodney roger roland rolf roman ron ronald ronnie rory rosa rosalie rosalind rose roseanne rosemary rosie ross rowan roxanne roy ruben rudiger rudolf rupert russell ruth ryan sabina sabine sabrina sadie sally salma salvador sam samantha samir samuel sandra sandrine sandy sanjay santiago sara sarah sascha saskia saul scarlett scott sean sebastian sebastien selina selma serena serge sergei sergio seth shane shannon sharon shaun shauna shawn sheila shelby shelley sheryl shirley sian sidney siegfried sienna sigrid silke silvia simon simone sinead siobhan sofia solange sonia sonja sophia sophie soren stacey stacy stan stanislav stanley stefan stefanie stella stephan stephane stephanie stephen steve steven stewart stuart sue summer sunita susan susana susanna susanne susie suzanne svenja sven svetlana sybille sydney sylvia sylvie tabea tamara tamsin tanja tanya tara tasha tatiana taylor ted teresa terrence terri terry tessa thea thelma theo theodore theresa therese thibault thierry thomas thorsten tiffany till tim timo timothy tina tobias toby todd tom tomas tommy toni tony torsten tracey tracy travis trevor tricia trish tristan troy tuan tyler udo ulrich ulrike ursula uta ute uwe valentin valentina valerie vanessa vera verena vernon veronica veronika veronique vicki vicky victor victoria viktor vince vincent viola violet virginia vivian vivien vladimir volker wade walter wanda warren wayne wendy werner wesley wilfred wilhelm will willem william willie wilma winifred winston wolfgang xavier yannick yasmin yasmine yolanda yves yvette yvonne zac zachary zach zara zelda zoe zoltan
niels bas sem daan luuk jeroen maarten sander joost wouter marloes truus yara fatma pieter kees stefania chiara giulia salvatore alvise ofelia davide piero noelia dolores nuria blas pilar vicente ane aroha hemi kiri mele pip wiremu tane ngaio moana damo lorraine gwen jonas luca pablo paolo elena matteo alessandro francesca federica simona roberto giorgia nicolo tommaso edoardo beppe lucia rosario josefa manuela javier ignacio gonzalo ramiro lourdes rocio itziar jordi montserrat marc marta sofie lotte femke anouk bram thijs ruben sjoerd hendrik johan cornelis annelies liesbeth ineke wilma deshawn dafydd tahlia luis jiwoo ji-woo
`;

/** Without accents, in lower case. */
export const givenNames: ReadonlySet<string> = new Set(names.trim().split(/\s+/));

/** Letters without accents in lower case: José is jose. */
function plain(word: string): string {
  const small = word.toLowerCase();
  if (isPlain(small)) return small;
  return word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ø', 'o').replaceAll('ı', 'i').toLowerCase();
}

/** Anna, Jean-Luc (by its first half), ÉMILE. */
export function isGivenName(word: string): boolean {
  const name = plain(word);
  return givenNames.has(name) || (name.includes('-') && givenNames.has(name.split('-')[0]!));
}
