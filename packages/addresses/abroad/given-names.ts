/**
 * Given names in Latin letters, as evidence that words are a person. Owns the list; a name that is not in it is told by its place.
 * Pure.
 */

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
`;

const known = new Set(names.trim().split(/\s+/));

/** Letters without accents in lower case: José is jose. */
const plain = (word: string): string =>
  word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ø', 'o').replaceAll('ı', 'i').toLowerCase();

/** Anna, Jean-Luc (by its first half), ÉMILE. */
export function isGivenName(word: string): boolean {
  const name = plain(word);
  return known.has(name) || (name.includes('-') && known.has(name.split('-')[0]!));
}
