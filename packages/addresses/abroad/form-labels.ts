/**
 * Names of the fields of forms in the tongues that are read abroad, as one table. Owns which name is which field; what stands between a
 * name and its value is form-fields.ts's. Pure.
 */

export type FieldKind =
  | 'title'
  | 'name'
  | 'first'
  | 'last'
  | 'infix'
  | 'company'
  | 'phone'
  | 'mobile'
  | 'address'
  | 'road'
  | 'roadKind'
  | 'number'
  | 'numberRoad'
  | 'suffix'
  | 'house'
  | 'unit'
  | 'more'
  | 'district'
  | 'city'
  | 'state'
  | 'postcode'
  | 'town'
  | 'country'
  | 'host'
  | 'other'
  | 'unknown';

/** Between bars, as `plainLabel` makes them. */
const names: Record<Exclude<FieldKind, 'unknown'>, string> = {
  title:
    'title|salutation|salut|anrede|titel|civilite|titre|titolo|trattamento|tratamiento|titulo|aanhef|mr mrs|mr ms',
  name: 'name|names|full name|fullname|recip|recipient|recipient name|receiver|receiver name|rcpt|consignee|cnee|contact|contact name|contact person|contactperson|contactpersoon|personne a contacter|personne de contact|persona de contacto|persona di contatto|referente|attn|attention|att|fao|to|ship to|shipto|deliver to|send to|for|who|person|nm|name surname|name and surname|first and last name|first last name|first name last name|client|addressee|vor und nachname|vorname nachname|vor u nachname|name vorname|nachname vorname|vollstandiger name|empfanger|empfangerin|empf|ansprechpartner|ansprechpartnerin|zu handen|z hd|an|lieferung an|nom complet|nom et prenom|nom prenom|prenom et nom|prenom nom|nom du destinataire|destinataire|dest|a l attention de|pour|nome e cognome|nome cognome|cognome e nome|nominativo|intestatario|destinatario|destinataria|consegnare a|ricevente|c a|nombre y apellidos|nombre apellidos|nombre completo|entregar a|a nombre de|para|recibe|naam|volledige naam|voor en achternaam|ontvanger|geadresseerde|t a v|tav|aan|bezorgen bij|nome completo|nome do destinatario|seimei|romaji name',
  first:
    'first|first name|firstname|fname|forename|forenames|given name|given names|christian name|vorname|vornamen|rufname|prenom|prenoms|nome|nombre|voornaam|voorletters|roepnaam|mei',
  last: 'last|last name|lastname|lname|surname|family name|familyname|nachname|zuname|familienname|nom|nom de famille|cognome|apellido|apellidos|achternaam|apelido|sei',
  infix: 'tussenvoegsel|tussenvoegsels|tussenv|voorvoegsel|voorvoegsels|middle name|middle|particule',
  company:
    'company|company name|firm|organisation|organization|business|business name|school|employer|institution|firma|firmenname|unternehmen|betrieb|societe|entreprise|raison sociale|etablissement|azienda|ditta|societa|ragione sociale|empresa|razon social|bedrijf|bedrijfsnaam|instelling|organisatie|kaisha',
  phone:
    'phone|phone no|phone nr|phone number|phonenumber|telephone|telephone no|telephone number|tel|tel no|tel nr|tel number|ph|ph no|contact no|contact number|contact nos|contact phone|contact tel|daytime phone|day phone|home phone|number to call|landline|t|p|telefon|telefonnummer|telefonnr|tel nummer|rufnummer|festnetz|ruckfragen|telephone fixe|fixe|n de telephone|no de telephone|num de tel|numero de telephone|telefono|telefono fijo|telefono fisso|tlf|telf|tfno|tfn|tfno contacto|telefono de contacto|recapito|recapito telefonico|n telefono|numero telefono|numero di telefono|numero de telefono|fisso|telefoon|telefoonnummer|telefoonnr|tel nr contact|denwa|telefone|contacto',
  mobile:
    'mobile|mobile no|mobile number|mobile phone|mob|mob no|cell|cell no|cell phone|cellphone|cell number|hp|hp no|h p|hand phone|handphone|whatsapp|wa|m|handy|handynummer|handynr|mobil|mobilnummer|mobiltelefon|mobilfunk|portable|port|telephone portable|tel portable|gsm|cell contatto|cellulare|n cellulare|movil|telefono movil|celular|tel movil|mobiel|mobiel nummer|mobiele nummer|mobiele telefoon|keitai|telemovel',
  address:
    'address|addr|add|adr|adrs|adress|full address|street address|address line|address 1|address line 1|addr 1|addr1|address1|line 1|line1|addressline1|address line one|shipping address|delivery address|delivery addr|postal address|mailing address|home address|ship to address|location|adresse|anschrift|lieferadresse|lieferanschrift|wohnadresse|adresse 1|adresse ligne 1|adresse de livraison|adresse postale|adresse complete|indirizzo|indirizzo 1|indirizzo di consegna|indirizzo completo|ind|direccion|direccion 1|direccion completa|direccion de envio|direccion de entrega|domicilio|dir|adres|adres 1|bezorgadres|afleveradres|postadres|endereco|morada|jusho',
  road: 'street|st|street name|str name|road|road name|rd|lane|strasse|str|strassenname|rue|voie|nom de voie|nom de la voie|libelle de la voie|nom de rue|nom de la rue|via|via piazza|nome via|nome della via|calle|via nombre|nombre de via|nombre de la via|nombre via|nombre de la calle|straat|straatnaam|rua|chome banchi|banchi|po box|p o box|postfach',
  roadKind: 'tipo de via|tipo via|type de voie|street type|tipo di via|tipo di strada',
  number:
    'number|no|nr|num|number of house|house no|house nr|house number|house num|house|houseno|street number|street no|st no|building number|hausnummer|hausnr|haus nr|hnr|numero|numero de voie|n|n de voie|no de voie|n civico|nr civico|numero civico|civico|num civico|no civique|portal|numero de portal|n de portal|huisnummer|huisnr|huisno|hsnr|huis nr|house no name|house name no|house name number|house number name|house name or number|house number or name|block house no|blk house no|block no|blk no|unit number street number|porta',
  numberRoad:
    'street and number|street and house number|street number and name|number and street|no and street|house no and street|house number and street|house and street|no street|number street|str nr|str u nr|strasse nr|strasse hausnummer|strasse hausnr|strasse und hausnummer|strasse u hausnummer|strasse und nr|strasse u nr|str hausnr|n et rue|no et rue|numero et rue|n et voie|n rue|n voie|numero et voie|numero et nom de rue|numero et nom de voie|numero et libelle de la voie|rue et numero|via e numero|via e n|via e n civico|via e civico|via n|via e numero civico|via numero|indirizzo e numero civico|indirizzo e n civico|calle y numero|calle y n|calle numero|calle n|via y numero|direccion y numero|straat en huisnummer|straat en nummer|straat en nr|straat nr|straat huisnummer|straat huisnr|straat en huisnr',
  suffix:
    'toevoeging|toev|huisnummertoevoeging|huisletter|nummertoevoeging|house suffix|bis ter|indice de repetition|esponente|barrato',
  house:
    'house name|housename|building name|property name|property|estate|estate name|farm|farm name|residence|nom de la residence|lieu dit batiment|villa',
  unit: 'unit|unit no|unit number|unit nr|apt|apt no|apt number|apartment|apartment no|apartment number|flat|flat no|flat number|suite|ste|room|rm|room no|floor|level|floor unit|floor and unit|unit floor|storey|floor no|apt suite|apt suite unit|unit apt|apt unit|unit suite|suite apt|wohnung|wohnungsnr|whg|etage|stock|stockwerk|zimmer|appartement|appt|app|n appartement|escalier|esc|porte|interno|int|scala|piano|scala interno|scala e interno|piso|piso puerta|puerta|planta|escalera|piso y puerta|planta y puerta|andar|bloque|block|blk|bldg|building|batiment|bat|immeuble|gebaude|aufgang|edificio|edif|palazzina|verdieping|etage appartement|bus|mansion|apartment name|gebouw|tower',
  more: 'address 2|address line 2|addr 2|addr2|address2|line 2|line2|address line two|address 3|address line 3|line 3|addressline2|additional address|address cont|address continued|adresszusatz|zusatz|adress zusatz|adresszusatz 1|adresse 2|complement|complement d adresse|complement adresse|complements|complement 1|adresse ligne 2|adresse complement|cplt|compl|indirizzo 2|dettagli indirizzo|informazioni aggiuntive|direccion 2|complemento|complemento direccion|adicional|resto|resto de direccion|adres 2|adresregel 2|extra adresregel|extra adres|lieu dit|lieu dit bp|lieu dit ou bp|bp lieu dit|postnummer|post number|packstation|apto',
  district:
    'suburb|locality|village|district|neighbourhood|neighborhood|area|quarter|ward|ortsteil|stadtteil|ot|bezirk|quartier|frazione|fraz|barrio|pedania|distrito|wijk|ku|dist|gu|dong',
  city: 'city|city town|town|town city|city suburb|suburb city|suburb town|suburb town city|city locality|town suburb|post town|posttown|municipality|ort|stadt|wohnort|ort stadt|ville|commune|localite|citta|comune|localita|loc|citta comune|comune citta|ciudad|poblacion|pobl|localidad|municipio|plaats|woonplaats|stad|plaatsnaam|cidade|shi|si',
  state:
    'state|st prov|county|province|prov|pr|region|state province|state region|state county|province state|county state|prov state|state territory|st province|bundesland|provincia|provincia pr|departement|provincie|pref|prefecture|ken|do',
  postcode:
    'postcode|code|post code|postal code|postal|postalcode|pcode|p code|pc|zip|zip code|zipcode|zip postal|zip postcode|zip postal code|postal zip|postal zip code|pin|pin code|eircode|s|plz|postleitzahl|cp|c p|code postal|cod postal|codigo postal|cap|c a p|codice postale|codigo|cod post|postnr',
  town: 'plz ort|ort plz|plz und ort|plz u ort|plz stadt|postleitzahl ort|postleitzahl und ort|postleitzahl stadt|cp ville|code postal ville|code postal et ville|cp et ville|ville cp|ville code postal|cap citta|cap e citta|cap comune|cap localita|cap e comune|cap citta prov|cap citta provincia|citta cap|cp poblacion|cp y poblacion|cp ciudad|cp localidad|codigo postal y poblacion|postcode plaats|postcode en plaats|postcode woonplaats|postcode en woonplaats|pc plaats|pc woonplaats|plaats postcode|city state zip|city st zip|city state|city state zipcode|city state zip code|city state postcode|suburb state postcode|suburb state|town state postcode|city province postal|city province postal code|city prov postal|town postcode|city postcode|city and postcode|town and postcode|town county postcode|postcode city|zip city|postal code city|city zip',
  country: 'country|country region|land|staat|pays|paese|nazione|stato|pais|nation',
  host: 'c o|co|care of|chez|presso|bei',
  other:
    'email|e mail|mail|fax|order|order no|order number|order nr|order id|order ref|ref|reference|item|items|product|qty|quantity|notes|note|remarks|remark|comment|comments|instructions|delivery instructions|delivery notes|delivery note|special instructions|message|date|time|delivery date|dob|vat|website|web|abn|line|wechat|id|id no|bestellnummer|bestellung|kundennummer|hinweis|hinweise|bemerkung|bemerkungen|anmerkung|notiz|lieferhinweis|courriel|mel|commande|n commande|n de commande|remarque|remarques|consignes|instructions de livraison|digicode|interphone|note corriere|note per il corriere|note consegna|ordine|n ordine|codice fiscale|cf|p iva|partita iva|kvk|kvk nr|kvk nummer|btw|btw nr|siret|siren|ust id|cif|newsletter|correo|correo electronico|pedido|n pedido|observaciones|notas|comentarios|nif|dni|horario|bestelnummer|opmerking|opmerkingen|bezorginstructies|klantnummer|gift message|gift|sender|from|subject|re|status|courier|horaires|orari|lingua',
};

const kinds = new Map<string, FieldKind>();
for (const [kind, list] of Object.entries(names) as Array<[FieldKind, string]>)
  for (const name of list.split('|')) if (!kinds.has(name)) kinds.set(name, kind);

/** Words before a name that say whose field it is. */
const whose = new Set(
  'recipient recipients receiver receivers consignee customer customers client your my shipping delivery ship receiving addressee recip enter new full empfanger liefer des del du destinatario destinataire ontvanger kunden home'.split(
    ' ',
  ),
);

/** A name without marks and accents, in small letters, with single blanks: `N° et rue *` and `no. & street` are found so. */
export const plainLabel = (written: string): string =>
  (/^[\x20-\x7e]*$/.test(written)
    ? written
    : written.normalize('NFD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss')
  )
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/['’]s(?![a-z])/g, '')
    .replace(/[^a-z\d]+/g, ' ')
    .trim();

/** The most words that a name of a field has. */
export const mostLabelWords = 6;

/** What joins two names: `PLZ / Ort`, `State & postcode`, `Nom (Name)`. */
const joints = /\s*(?:[/&+,()]|\s(?:and|und|et|e|y|en|or|ou)\s)\s*/i;

/** The field that has this name; undefined for what is no name of a field. */
export function fieldOfLabel(written: string): FieldKind | undefined {
  const plain = plainLabel(written);
  const known = kindOf(plain);
  if (known || plain === '') return known;
  const bracket = written.indexOf('(');
  // `Bedrijfsnaam (optioneel) De Linde` has its value with it.
  if (bracket > 0 && !/\)[^)]*\p{L}/u.test(written)) return fieldOfLabel(written.slice(0, bracket));
  const parts = written.split(joints).map(plainLabel).filter(Boolean);
  // S/N is a number in a list: one letter says something only by itself.
  const found = parts.map((part) => (part.length > 1 ? kindOf(part) : undefined));
  // Of `Suburb/RD` one is enough; `Leeds, Post town` and `Ann Lee / ZIP` are a value and a name.
  if (found.includes(undefined) && (/[,()]|\s\//.test(written) || !found[0])) return undefined;
  return parts.length > 1 && parts.length < 4 ? kindOfParts(found) : undefined;
}

/** Whether nothing but names of fields is in it: `Town/City Leeds` has a value. */
export const isWhollyLabel = (written: string): boolean =>
  kindOf(plainLabel(written)) !== undefined ||
  written.split(joints).every((part) => part.trim() === '' || kindOf(plainLabel(part)) !== undefined) ||
  /\)\W*$/u.test(written);

function kindOf(plain: string): FieldKind | undefined {
  const known = kinds.get(plain) ?? kinds.get(plain.replace(/([aou])e/g, '$1'));
  if (known) return known;
  const at = plain.indexOf(' ');
  return at > 0 && whose.has(plain.slice(0, at)) ? kinds.get(plain.slice(at + 1)) : undefined;
}

/** Of two names in one: the same in two tongues, a line that holds both, or one that is known. */
function kindOfParts(parts: ReadonlyArray<FieldKind | undefined>): FieldKind | undefined {
  const found = new Set(parts);
  const has = (...wanted: FieldKind[]): boolean => wanted.every((kind) => found.has(kind));
  if (has('city', 'postcode') || has('state', 'postcode') || has('city', 'state')) return 'town';
  if (has('road', 'number')) return 'numberRoad';
  if (has('first', 'last') || has('first', 'name') || has('last', 'name')) return 'name';
  return parts[0];
}
