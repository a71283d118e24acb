/**
 * Departments, wards and offices within a firm, a school or a hospital, in every tongue that is read here: they stand on the label beside
 * it. Owns the words that tell one; where in an address it belongs is the readers' to say. Pure.
 */

const named = String.raw`(?: [\p{L}\d][\p{L}\p{M}\d'’.&()/-]*){1,5}`;
const latin: readonly string[] = [
  // English
  `(?:(?:the )?(?:general|front|main|school|admin(?:istration)?|head|site|sales|parish|post|ticket|box|registrar'?s?|principal'?s?|bursar'?s?|student|admissions) )?office`,
  `(?:main )?reception(?: desk)?|(?:front|help|information|service|nurses'?|enquiry) desk|staff ?room|mail ?room|post ?room|goods in|loading (?:bay|dock)|porters?'?s? lodge|nurses'? station|human resources|accounts(?: payable)?|purchasing|procurement|customer services?|maternity|outpatients|radiology|physiotherapy|surgery|warehouse|stores|receiving(?: dock)?|goods inwards?|despatch|dispatch|pharmacy|laboratory|library|workshop`,
  String.raw`(?:[\p{L}&]+ ){1,4}(?:dept\.?|department|ward|unit|clinic)|(?:dept\.?|department|faculty|school|institute|college|division)(?: of| for)${named}|ward ?\d[\p{L}\d]*(?: \p{Lu}\p{L}+| ?\([\p{L} ]+\))?`,
  // German
  String.raw`(?:abteilung|abt\.?|station|fachbereich|referat|lehrstuhl|institut)(?: für| der| des)?${named}|empfang|rezeption|pforte|pförtner|schulsekretariat|sekretariat|(?:wareneingang|warenannahme|anlieferung|laderampe|rampe|lager)(?:,? (?:tor|rampe|halle) ?[\p{L}\d]{1,3})?|zentrallager|apotheke|labor|bibliothek|schulleitung|verwaltung|poststelle|einkauf|buchhaltung|personalabteilung|lehrerzimmer|notaufnahme|hausmeisterei|geschäftsstelle`,
  // French
  String.raw`(?:service|serv\.|département|dépt\.?|dpt\.?|pôle|unité|ufr|secrétariat)(?: de(?: la| l')?| du| des| d'| l')?${named}|accueil|réception|secrétariat|intendance|économat|cdi|magasin|pharmacie|laboratoire|bibliothèque|(?:quai|réception) (?:des )?(?:livraisons?|marchandises)|urgences|vie scolaire|salle des (?:profs|professeurs)|loge(?: du gardien)?|conciergerie|comptabilité|ressources humaines|standard`,
  // Italian
  String.raw`(?:ufficio|uff\.|reparto|rep\.|dipartimento|dip\.)(?: di| del(?:la)?| dell')?${named}|u\.? ?o\.?(?:c\.?)? \p{L}[\p{L} ]{2,30}|ricevimento merci|economato|farmacia|biblioteca|portineria|segreteria(?: (?:didattica|studenti|generale))?|accettazione|pronto soccorso|sala (?:professori|insegnanti)|amministrazione|magazzino|guardiola`,
  // Spanish, Catalan, Portuguese
  String.raw`(?:departamento|departament|depto\.?|dpto\.?|dpt\.?|servicio|servei|unidad|área|sección|secció)(?: de(?: la| l')?| del| d')? ?(?:d')?\p{L}[\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]+){0,4}|almacén|farmacia|biblioteca|jefatura de estudios|conserjería|consergeria|secretaría|secretaria|recepción|recepció|recepção|urgencias|urgències|administración|administració|portería|sala de profesores|rayos|maternidad|planta baja|planta \d{1,2}`,
  // Dutch
  String.raw`(?:afdeling|afd\.?|vakgroep|faculteit)${named}|goederenontvangst|expeditie|apotheek|bibliotheek|receptie|balie|administratie|conciërge|secretariaat|spoedeisende hulp|magazijn|personeelszaken`,
];
const latinDepartment = new RegExp(`^(?:${latin.join('|')})$`, 'iu');

/**
 * Whether a piece of a text in Latin letters is one as a whole. It begins with a capital letter or as its kind does in its tongue, but where
 * it stands beside its firm or whoever works there.
 */
export const isLatinDepartment = (piece: string, isBeside = false): boolean =>
  latinDepartment.test(piece) &&
  (isBeside ||
    /^\p{Lu}/u.test(piece) ||
    /^(?:service|servicio|serv|planta|ward|uff|dpt|dpto|abt|afd|rep)/iu.test(piece));

/** Schools by their letters, which are no word for a firm. */
export const schoolLetters =
  /(?<!\p{L})(?:C\.?E\.?I\.?P|I\.?E\.?S|C\.?R\.?A|CIFP|CPR|SEK|I\.?I\.?S|I\.?C)(?:\.|(?!\p{L})) ?(?=\p{Lu})/u;

const easternTail: Record<string, RegExp> = {
  JP: /^[\p{L}\d]{1,12}(?:部|課|室|係|科|局|学部|学科|研究科|研究室|窓口|受付|病棟|グループ|チーム|倉庫|工場)$|^(?:受付|総務|フロント|警備室|守衛室|事務局)$/u,
  KR: /^[\p{L}\d]{1,10}(?:팀|부|실|과|학과|학부|센터|병동|데스크|그룹|파트|창고|하역장)$|^(?:안내데스크|교무실|행정실|경비실|총무|원무과|프런트|프론트)$/u,
};
/** Folded characters. */
const chinese =
  /^(?![我在送寄放到请的给收找联])[\p{Script=Han}a-z\d]{1,10}(?:部|处|科|课|系|所|室|组|学院|病房|柜台|窗口|中心|护士站|车间|仓库|食堂|中队|大队|连队|办公室|研究所|图书馆)$|^收货[组部]$|^(?:总务|前台|柜枱|门诊|急诊|总机|大堂|仓库|食堂|接待处|收发室|传达室|警卫室)$/u;

/** The same of a piece between blanks or stops in the letters of the country. */
export const isEasternDepartment = (piece: string, country: string): boolean =>
  (easternTail[country] ?? chinese).test(piece);
