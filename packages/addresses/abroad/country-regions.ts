/**
 * States, regions and counties of countries whose addresses can do without them, as people write them behind a town; and towns of
 * Germany whose names have a hyphen of their own. Owns those lists. Pure.
 */
import { bareName } from '../plain-words.ts';
import { isPlace } from '../tagging/known-names.ts';
import { isLargeTown } from '../town-names.ts';
import { counties } from './abroad-britain.ts';
import { trimSegment } from './abroad-segments.ts';
import { hasStates, readState } from './abroad-states.ts';

const lists: Record<string, string> = {
  DE: 'Baden-Württemberg;Bayern;Brandenburg;Hessen;Mecklenburg-Vorpommern;Niedersachsen;Nordrhein-Westfalen;NRW;Rheinland-Pfalz;Saarland;Sachsen;Sachsen-Anhalt;Schleswig-Holstein;Thüringen;Bavaria;Hesse;Lower Saxony;Mecklenburg-Western Pomerania;North Rhine-Westphalia;Rhineland-Palatinate;Saxony;Saxony-Anhalt;Thuringia;Freistaat Bayern;Freistaat Sachsen',
  FR: "Ain;Aisne;Allier;Alpes-de-Haute-Provence;Hautes-Alpes;Alpes-Maritimes;Ardèche;Ardennes;Ariège;Aube;Aude;Aveyron;Bouches-du-Rhône;Calvados;Cantal;Charente;Charente-Maritime;Cher;Corrèze;Corse-du-Sud;Haute-Corse;Côte-d'Or;Côtes-d'Armor;Creuse;Dordogne;Doubs;Drôme;Eure;Eure-et-Loir;Finistère;Gard;Haute-Garonne;Gers;Gironde;Hérault;Ille-et-Vilaine;Indre;Indre-et-Loire;Isère;Jura;Landes;Loir-et-Cher;Loire;Haute-Loire;Loire-Atlantique;Loiret;Lot;Lot-et-Garonne;Lozère;Maine-et-Loire;Manche;Marne;Haute-Marne;Mayenne;Meurthe-et-Moselle;Meuse;Morbihan;Moselle;Nièvre;Nord;Oise;Orne;Pas-de-Calais;Puy-de-Dôme;Pyrénées-Atlantiques;Hautes-Pyrénées;Pyrénées-Orientales;Bas-Rhin;Haut-Rhin;Rhône;Haute-Saône;Saône-et-Loire;Sarthe;Savoie;Haute-Savoie;Seine-Maritime;Seine-et-Marne;Yvelines;Deux-Sèvres;Somme;Tarn;Tarn-et-Garonne;Var;Vaucluse;Vendée;Vienne;Haute-Vienne;Vosges;Yonne;Territoire de Belfort;Essonne;Hauts-de-Seine;Seine-Saint-Denis;Val-de-Marne;Val-d'Oise;Guadeloupe;Martinique;Guyane;La Réunion;Réunion;Mayotte;Auvergne-Rhône-Alpes;Auvergne;Rhône-Alpes;Bourgogne;Bourgogne-Franche-Comté;Franche-Comté;Bretagne;Brittany;Centre-Val de Loire;Corse;Corsica;Grand Est;Alsace;Lorraine;Champagne-Ardenne;Hauts-de-France;Picardie;Île-de-France;Normandie;Normandy;Nouvelle-Aquitaine;Aquitaine;Limousin;Poitou-Charentes;Occitanie;Languedoc-Roussillon;Midi-Pyrénées;Pays de la Loire;Provence-Alpes-Côte d'Azur;PACA;Provence",
  IT: "Abruzzo;Basilicata;Calabria;Campania;Emilia-Romagna;Friuli-Venezia Giulia;Friuli;Lazio;Liguria;Lombardia;Lombardy;Marche;Molise;Piemonte;Piedmont;Puglia;Apulia;Sardegna;Sardinia;Sicilia;Sicily;Toscana;Tuscany;Trentino-Alto Adige;Trentino;Alto Adige;Südtirol;South Tyrol;Umbria;Valle d'Aosta;Veneto",
  ES: 'Álava;Araba;Albacete;Alicante;Alacant;Almería;Asturias;Ávila;Badajoz;Barcelona;Burgos;Cáceres;Cádiz;Cantabria;Castellón;Castelló;Ciudad Real;Córdoba;Cuenca;Girona;Gerona;Granada;Guadalajara;Gipuzkoa;Guipúzcoa;Huelva;Huesca;Jaén;La Rioja;Las Palmas;León;Lleida;Lérida;Lugo;Madrid;Málaga;Murcia;Navarra;Nafarroa;Ourense;Orense;Palencia;Pontevedra;Salamanca;Santa Cruz de Tenerife;Segovia;Sevilla;Soria;Tarragona;Teruel;Toledo;Valencia;València;Valladolid;Bizkaia;Vizcaya;Zamora;Zaragoza;A Coruña;La Coruña;Andalucía;Andalusia;Aragón;Islas Baleares;Baleares;Illes Balears;Canarias;Islas Canarias;Castilla y León;Castilla-La Mancha;Cataluña;Catalunya;Catalonia;Comunidad de Madrid;Comunidad Valenciana;Comunitat Valenciana;Extremadura;Galicia;País Vasco;Euskadi;Región de Murcia;Tenerife;Mallorca;Menorca;Ibiza;Gran Canaria;Lanzarote;Fuerteventura',
  NL: 'Drenthe;Flevoland;Friesland;Fryslân;Gelderland;Groningen;Limburg;Noord-Brabant;Noord-Holland;Overijssel;Utrecht;Zeeland;Zuid-Holland;North Holland;South Holland;North Brabant',
  NZ: "Northland;Waikato;Bay of Plenty;Hawke's Bay;Hawkes Bay;Taranaki;Manawatū-Whanganui;Manawatu;Manawatū;Horowhenua;Wairarapa;Tasman;Marlborough;West Coast;Canterbury;Otago;Central Otago;Southland;Coromandel;Kapiti;Kāpiti;North Island;South Island",
};

/** Without marks and accents, in small letters. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[\s-]+/g, ' ')
    .trim();

const sets = new Map(
  Object.entries(lists).map(([country, list]) => [country, new Set(list.split(';').map(plain))]),
);
// Its parcels need other papers than those of the other nations.
sets.set('GB', new Set([...counties, 'northern ireland'].map(plain)));

/** Whether these words as a whole are a state, a region or a county there. */
export const isRegion = (words: string, country: string): boolean =>
  hasStates(country)
    ? readState(words, country) !== undefined
    : (sets.get(country)?.has(plain(words)) ?? false);

/** Two towns became one, or the town has been called so ever since: no quarter stands behind these hyphens. */
const doubleTowns = new Set(
  'Alsbach-Hähnlein;Annaberg-Buchholz;Asbach-Bäumenheim;Aue-Bad Schlema;Auma-Weidatal;Baden-Baden;Behren-Lübchin;Belgern-Schildau;Bergisch-Gladbach;Bernkastel-Kues;Bertsdorf-Hörnitz;Bietigheim-Bissingen;Billigheim-Ingenheim;Bitterfeld-Wolfen;Blankenfelde-Mahlow;Bobenheim-Roxheim;Bodman-Ludwigshafen;Brand-Erbisdorf;Brohl-Lützing;Brotterode-Trusetal;Bruchmühlbach-Miesau;Bruttig-Fankel;Böhl-Iggelheim;Castrop-Rauxel;Clausthal-Zellerfeld;Dannstadt-Schauernheim;Demitz-Thumitz;Dessau-Roßlau;Doberlug-Kirchhain;Doberschau-Gaußig;Dürrröhrsdorf-Dittersbach;Ebersbach-Neugersdorf;Ediger-Eller;Edingen-Neckarhausen;Eggenstein-Leopoldshafen;Ellenz-Poltersdorf;Emmingen-Liptingen;Enkenbach-Alsenborn;Feldkirchen-Westerham;Floh-Seligenthal;Flörsheim-Dalsheim;Fredersdorf-Vogelsdorf;Fränkisch-Crumbach;Garmisch-Partenkirchen;Ginsheim-Gustavsburg;Graben-Neudorf;Grünhain-Beierfeld;Gutenzell-Hürbel;Helmstadt-Bargen;Henstedt-Ulzburg;Hessisch-Lichtenau;Heuchelheim-Klingen;Hochdorf-Assenheim;Hohenstein-Ernstthal;Höhenkirchen-Siegertsbrunn;Höhr-Grenzhausen;Hörselberg-Hainich;Idar-Oberstein;Kamp-Lintfort;Kappel-Grafenhausen;Karlsdorf-Neuthard;Kobern-Gondorf;Korntal-Münchingen;Kreba-Neudorf;Königsbach-Stein;Königsee-Rottenbach;Langenleuba-Niederhain;Lauda-Königshofen;Lauter-Bernsbach;Leinefelde-Worbis;Leinfelden-Echterdingen;Limbach-Oberfrohna;Linkenheim-Hochstetten;Luhe-Wildenau;Mohlsdorf-Teichwolframsdorf;Märkisch-Buchholz;Mörfelden-Walldorf;Mühlhausen-Ehingen;Mülheim-Kärlich;Neiße-Malxetal;Neustadt-Glewe;Nuthe-Urstromtal;Oberhausen-Rheinhausen;Oebisfelde-Weferlingen;Oer-Erkenschwick;Oranienbaum-Wörlitz;Orsingen-Nenzingen;Osterholz-Scharmbeck;Panschwitz-Kuckau;Petershagen-Eggersdorf;Pfaffen-Schwabenheim;Pockau-Lengefeld;Porta-Westfalica;Raguhn-Jeßnitz;Ralbitz-Rosenthal;Ransbach-Baumbach;Raschau-Markersbach;Rehlingen-Siersburg;Reinhardtsdorf-Schöna;Rheda-Wiedenbrück;Ribnitz-Damgarten;Rielasingen-Worblingen;Rieschweiler-Mühlbach;Rietheim-Weilheim;Rietz-Neuendorf;Rosenthal-Bielatal;Rödersheim-Gronau;Sandersdorf-Brehna;Schieder-Schwalenberg;Schirgiswalde-Kirschau;Schloß-Holte;Schönau-Berzdorf;Seeheim-Jugenheim;Seitingen-Oberflacht;Steinbach-Hallenberg;St. Peter-Ording;Sankt Peter-Ording;Stockstadt-Main;Sulzbach-Rosenberg;Thaleischweiler-Fröschen;Titisee-Neustadt;Traben-Trarbach;Treis-Karden;Ubstadt-Weiher;Uhldingen-Mühlhofen;Uhlstädt-Kirchhasel;Villingen-Schwenningen;Wald-Michelbach;Waldfischbach-Burgalben;Waldshut-Tiengen;Wernberg-Köblitz;Wettin-Löbejün;Wutha-Farnroda;Zella-Mehlis;Zeulenroda-Triebes;Ölbronn-Dürrn;Ühlingen-Birkendorf'
    .split(';')
    .map(plain),
);
const firstHalves =
  /^(?:neu|alt|gro(?:ß|ss)|klein|ober|nieder|unter|hohen|bad|st\.?|sankt|gau|burg|markt|horn|rot|hessisch|königs|rhein|main|donau|weil|wald)$/iu;
/** What stands behind a hyphen and tells two towns of one name apart. */
const farHalves = /^(?:land|stadt|saale|oder|main|lahn|rhein|neckar|elbe|ruhr)$/iu;

/** What is named in brackets and tells two towns of one name apart. */
export const byRiver =
  /^(?:oder|saale|main|lahn|havel|elbe|ruhr|neckar|westf(?:\.|alen)?|breisgau|donau|inn|ems|weser|aller|spree|eifel|taunus|holstein|westerwald|odenwald|allgäu|harz|sauerland|hunsrück|pfalz|schwarzwald|rhein|sieg|mosel)$/iu;

/** `Niebüll Schleswig-Holstein`, `Ullapool, Ross-shire`, `Düsseldorf-Oberbilk` that are written as a town. */
export function splitTown(
  written: string,
  country: string,
): { town: string; quarter: string; region: string } {
  const [, outside = '', inside = ''] = /^([^()]{2,40}) ?\(([^()\d]{3,30})\)$/u.exec(written) ?? [];
  if (inside !== '' && !byRiver.test(inside)) {
    const town = trimSegment(outside);
    return isRegion(inside, country)
      ? { town, quarter: '', region: inside }
      : { town, quarter: inside, region: '' };
  }
  const region = isLargeTown(written, country) ? '' : regionAtEnd(written, country);
  const before =
    region === '' ? written : trimSegment(written.slice(0, -region.length).replace(/[ ,(/–-]+$/u, ''));
  return { ...splitQuarter(before, country), region };
}

/** Neuilly sur Marne, San Juan de Ávila, Port Washington: what follows is a part of the name. */
const bound =
  /(?:^|[ -])(?:sur|sous|de|del|de la|des|du|d'|di|della|en|in|im|am|an|an der|bei|von|of|upon|on|le|la|les|los|port|fort|mount|lake|new|north|south|east|west|upper|lower|great|saint|st\.?|ste|santa|san|royal|glen|point) $/iu;

function regionAtEnd(town: string, country: string): string {
  for (const { index } of town.matchAll(/(?<=[\p{L}.] |, |\/ ?)(?=\p{L})/gu)) {
    const tail = town.slice(index);
    if (!bound.test(town.slice(0, index)) && isRegion(tail, country)) return tail;
  }
  return '';
}

/** `Lyon 3eme`, `Paris 11`: towns whose quarters have numbers. */
const numbered = /^(paris|lyon|marseille) (\d{1,2} ?(?:er|e|è|eme|ème|nd)?(?: ?arr(?:ondissement|\.)?)?)$/iu;
/** `Amsterdam Zuidoost`, `Berlin Kreuzberg`. */
const inOneName = /^(\p{Lu}[\p{L}'’-]{2,}) (\p{Lu}\p{Ll}{3,}(?:-\p{Lu}\p{Ll}+)?)$/u;
const withQuarters = new Set(['DE', 'NL', 'FR', 'IT', 'ES']);

/** Bremen-Vegesack is a quarter of Bremen, Castrop-Rauxel a town. */
function splitQuarter(written: string, country: string): { town: string; quarter: string } {
  const [, district, number] = (country === 'FR' && numbered.exec(written)) || [];
  if (district && number) return { town: district, quarter: number };
  const [, large = '', part = ''] = (withQuarters.has(country) && inOneName.exec(written)) || [];
  if (isLargeTown(large, country) && !byRiver.test(part) && !isPlace(country, bareName(written)))
    return { town: large, quarter: part };
  const parts =
    country === 'DE' || country === 'NL'
      ? /^(\p{Lu}[\p{L}. ]{2,})-(\p{Lu}[\p{L}. ]{3,})$/u.exec(written)
      : null;
  const [, town = '', quarter = ''] = parts ?? [];
  const isTown =
    parts === null ||
    isLargeTown(written, country) ||
    (!isLargeTown(town, country) &&
      (country === 'NL' ||
        doubleTowns.has(plain(written)) ||
        firstHalves.test(town) ||
        isRegion(written, country))) ||
    farHalves.test(quarter);
  return isTown ? { town: written, quarter: '' } : { town, quarter };
}
