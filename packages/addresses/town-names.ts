/**
 * The large towns of countries whose addresses look like their neighbours', as evidence of where a text is and of where a street ends.
 * Owns those lists; a town that is not in them is read by its place in the text. Pure.
 */

import { isPlain } from './plain-words.ts';

const lists: Record<string, string> = {
  US: 'New York;Los Angeles;Chicago;Houston;Phoenix;Philadelphia;San Antonio;San Diego;Dallas;San Jose;Austin;Jacksonville;Fort Worth;Columbus;Charlotte;San Francisco;Indianapolis;Seattle;Denver;Washington;Boston;El Paso;Nashville;Detroit;Oklahoma City;Portland;Las Vegas;Memphis;Louisville;Baltimore;Milwaukee;Albuquerque;Tucson;Fresno;Sacramento;Mesa;Kansas City;Atlanta;Colorado Springs;Omaha;Raleigh;Miami;Virginia Beach;Oakland;Minneapolis;Tulsa;Tampa;New Orleans;Cleveland;Honolulu;Anaheim;Lexington;Stockton;Henderson;Cincinnati;Saint Paul;St. Paul;St. Louis;Saint Louis;Pittsburgh;Greensboro;Lincoln;Anchorage;Plano;Orlando;Irvine;Jersey City;Durham;Chula Vista;Fort Wayne;St. Petersburg;Buffalo;Madison;Reno;Salt Lake City;Baton Rouge;Boise;Spokane;Des Moines;Tacoma;Fort Collins;Grand Rapids;Huntsville;Little Rock;Santa Fe;Ann Arbor;Winston-Salem;Chapel Hill;Cedar Rapids;Sioux Falls;Rapid City;Brooklyn;Bronx;Queens;Staten Island;Silver Spring;Palo Alto;Mountain View;Santa Monica;Long Beach;Santa Ana;Fort Lauderdale;West Palm Beach;Park City;Oak Park;Lake Forest;College Station;Green Bay;Round Rock;Corpus Christi;Beverly Hills;Signal Hill;White Plains;Cherry Hill;Menlo Park;Redwood City;Daly City;Union City;Culver City;Sugar Land;Cape Coral;Key West;Coral Springs;Boca Raton;Ocean City;Jefferson City;Carson City;Iowa City;Bowling Green;Eau Claire;La Crosse;Terre Haute;Mount Pleasant;Mount Vernon;Rock Hill;Myrtle Beach;Hilton Head Island;Bar Harbor;Ellicott City;Dodge City;Traverse City;Battle Creek;Royal Oak;Sterling Heights;Shaker Heights;Arlington Heights;Elk Grove Village;Eden Prairie;Maple Grove;Brooklyn Park;Wichita Falls;Grand Prairie;Cedar Park;Flower Mound;Farmers Branch;Missouri City;Texas City;League City;Grand Junction;Castle Rock;Estes Park;Twin Falls;Idaho Falls;Coeur d’Alene;Great Falls;Walla Walla;Federal Way;Lake Oswego;Klamath Falls;Grants Pass;Springfield;Bozeman;Newport;Hartford;West Hartford;North Bend;Cambridge;Somerville;Worcester;Providence;Rochester;Syracuse;Albany;Yonkers;Newark;Hoboken;Trenton;Princeton;Pasadena;Glendale;Burbank;Berkeley;Santa Barbara;Santa Cruz;San Mateo;Hollywood;Cupertino;Evanston;Naperville;Aurora;Boulder;Scottsdale;Tempe;Chandler;Bellevue;Redmond;Kirkland;Eugene;Salem;Savannah;Charleston;Columbia;Knoxville;Chattanooga;Birmingham;Mobile;Montgomery;Jackson;Shreveport;Wichita;Topeka;Lawrence;Norman;Lubbock;Amarillo;Waco;Galveston;Gainesville;Tallahassee;Pensacola;Sarasota;Naples;Richmond;Norfolk;Alexandria;Arlington;Bethesda;Annapolis;Wilmington;Dover;Allentown;Erie;Scranton;Burlington;Concord;Manchester;Bangor;Duluth;Fargo;Bismarck;Billings;Missoula;Helena;Cheyenne;Casper;Provo;Ogden;Moab;Flagstaff;Sedona;Juneau;Fairbanks',
  CA: "Toronto;Vancouver;Montréal;Montreal;Calgary;Ottawa;Edmonton;Mississauga;Winnipeg;Québec;Quebec City;Hamilton;Brampton;Surrey;Halifax;Laval;London;Markham;Vaughan;Gatineau;Saskatoon;Longueuil;Kitchener;Burnaby;Windsor;Regina;Richmond;Richmond Hill;Oakville;Burlington;Sherbrooke;Oshawa;Saguenay;Lévis;Barrie;Abbotsford;St. John's;Trois-Rivières;Guelph;Kingston;Kelowna;Victoria;Thunder Bay;North Bay;Red Deer;Moose Jaw;Fredericton;Moncton;Saint John;Charlottetown;Whitehorse;Yellowknife;Medicine Hat;Prince George;North Vancouver;West Vancouver;Sault Ste. Marie;Niagara Falls;Whistler;Banff;Nanaimo;Waterloo;Sudbury",
  GB: "London;Birmingham;Manchester;Liverpool;Leeds;Sheffield;Bristol;Glasgow;Edinburgh;Cardiff;Belfast;Leicester;Coventry;Nottingham;Newcastle upon Tyne;Newcastle;Brighton;Hull;Plymouth;Oxford;Cambridge;York;Bath;Milton Keynes;Stoke-on-Trent;Stoke on Trent;Southend-on-Sea;Southend on Sea;Burton-on-Trent;Tunbridge Wells;Royal Tunbridge Wells;High Wycombe;Bury St Edmunds;St Albans;St Helens;South Ockendon;Great Yarmouth;Kings Lynn;King's Lynn;Hemel Hempstead;Welwyn Garden City;Sutton Coldfield;West Bromwich;Canterbury;Norwich;Exeter;Reading;Southampton;Portsmouth;Bradford;Wolverhampton;Derby;Swansea;Aberdeen;Dundee;Inverness;Perth;Stirling;Newport;Wrexham;Bournemouth;Poole;Swindon;Northampton;Luton;Ipswich;Colchester;Chelmsford;Peterborough;Lincoln;Preston;Blackpool;Blackburn;Bolton;Stockport;Salford;Wigan;Warrington;Chester;Crewe;Shrewsbury;Telford;Worcester;Gloucester;Cheltenham;Hereford;Taunton;Torquay;Truro;Falmouth;Penzance;Guildford;Woking;Crawley;Hastings;Eastbourne;Hove;Worthing;Maidstone;Dover;Folkestone;Ashford;Watford;Stevenage;Slough;Windsor;Basingstoke;Winchester;Salisbury;Middlesbrough;Sunderland;Durham;Darlington;Hartlepool;Carlisle;Kendal;Lancaster;Harrogate;Huddersfield;Halifax;Wakefield;Doncaster;Rotherham;Barnsley;Chesterfield;Mansfield;Grimsby;Scunthorpe;Derry;Londonderry;Lisburn;Bangor;Paisley;Kilmarnock;Ayr;Falkirk;Kirkcaldy;Dunfermline;Aylesbury;Bedford;Croydon;Bromley;Kingston upon Thames;Richmond;Twickenham;Wimbledon;Ilford;Romford;Harrow;Wembley;Uxbridge;Enfield;Barnet;St Andrews;St Austell;St Ives;Weston-super-Mare;Leamington Spa;Stratford-upon-Avon;Henley-on-Thames;Bishop's Stortford;Berwick-upon-Tweed;Ashby-de-la-Zouch;Barrow-in-Furness;Bexhill-on-Sea;Clacton-on-Sea;Newcastle-under-Lyme;East Grinstead;West Wickham;North Shields;South Shields",
  AU: 'Sydney;Melbourne;Brisbane;Perth;Adelaide;Hobart;Canberra;Darwin;Gold Coast;Newcastle;Wollongong;Geelong;Townsville;Cairns;Toowoomba;Ballarat;Bendigo;Albury;Launceston;Mackay;Rockhampton;Bunbury;Bundaberg;Wagga Wagga;Mildura;Alice Springs;Byron Bay;Surfers Paradise;St Kilda;Surry Hills;North Sydney;Bondi Beach;Fremantle;Parramatta;Glen Waverley;Port Melbourne;South Yarra;Mount Gambier;Coffs Harbour;Hervey Bay;Port Macquarie;Noosa Heads;Broken Hill;Swan Hill;Box Hill;Fortitude Valley;Glebe;Newtown;Manly;Fitzroy;Richmond;Carlton;Brunswick;Footscray;Chatswood;Bondi',
  DE: 'Berlin;Hamburg;München;Köln;Frankfurt;Frankfurt am Main;Stuttgart;Düsseldorf;Leipzig;Dortmund;Essen;Bremen;Dresden;Hannover;Nürnberg;Duisburg;Bochum;Wuppertal;Bielefeld;Bonn;Münster;Mannheim;Karlsruhe;Augsburg;Wiesbaden;Mönchengladbach;Gelsenkirchen;Aachen;Braunschweig;Chemnitz;Kiel;Halle;Magdeburg;Freiburg;Freiburg im Breisgau;Krefeld;Mainz;Lübeck;Erfurt;Oberhausen;Rostock;Kassel;Hagen;Potsdam;Saarbrücken;Hamm;Ludwigshafen;Oldenburg;Leverkusen;Osnabrück;Solingen;Heidelberg;Darmstadt;Regensburg;Würzburg;Ingolstadt;Ulm;Göttingen;Wolfsburg;Heilbronn;Offenbach;Pforzheim;Trier;Jena;Konstanz;Passau;Bamberg;Bayreuth;Weimar;Munich;Cologne;Nuremberg;Hanover',
  FR: 'Paris;Marseille;Lyon;Toulouse;Nice;Nantes;Montpellier;Strasbourg;Bordeaux;Lille;Rennes;Reims;Toulon;Saint-Étienne;Le Havre;Grenoble;Dijon;Angers;Nîmes;Villeurbanne;Aix-en-Provence;Clermont-Ferrand;Le Mans;Brest;Tours;Amiens;Limoges;Annecy;Perpignan;Boulogne-Billancourt;Metz;Besançon;Orléans;Rouen;Mulhouse;Caen;Nancy;Saint-Denis;Argenteuil;Montreuil;Avignon;Poitiers;Versailles;Cannes;Antibes;La Rochelle;Pau;Calais;Colmar;Ajaccio;Bastia;Biarritz;Lourdes;Chambéry;Neuilly-sur-Seine;Saint-Germain-en-Laye;Valence;Troyes;Lorient;Quimper;Vannes;Bayonne',
  IT: 'Roma;Milano;Napoli;Torino;Palermo;Genova;Bologna;Firenze;Bari;Catania;Venezia;Verona;Messina;Padova;Trieste;Taranto;Brescia;Prato;Parma;Modena;Reggio Calabria;Reggio Emilia;Perugia;Livorno;Ravenna;Cagliari;Foggia;Rimini;Salerno;Ferrara;Sassari;Latina;Giugliano in Campania;Monza;Siracusa;Pescara;Bergamo;Forlì;Trento;Vicenza;Terni;Bolzano;Novara;Piacenza;Ancona;Andria;Arezzo;Udine;Cesena;Lecce;Pesaro;Como;Lucca;Pisa;Ascoli Piceno;Siena;Aosta;Mantova;Cremona;Pavia;Varese;Treviso;Cosenza;Catanzaro;Potenza;Matera;Olbia;Alghero;Macerata;Rovereto',
  ES: 'Madrid;Barcelona;Valencia;Sevilla;Zaragoza;Málaga;Murcia;Palma;Palma de Mallorca;Las Palmas de Gran Canaria;Bilbao;Alicante;Córdoba;Valladolid;Vigo;Gijón;Vitoria-Gasteiz;Elche;Granada;Tarrasa;Badalona;Oviedo;Sabadell;Cartagena;Jerez de la Frontera;Móstoles;Santa Cruz de Tenerife;Pamplona;Almería;Alcalá de Henares;Fuenlabrada;Leganés;San Sebastián;Donostia;Getafe;Burgos;Albacete;Santander;Castellón de la Plana;Alcorcón;Logroño;Badajoz;Salamanca;Huelva;Lleida;Marbella;Tarragona;León;Cádiz;Jaén;Ourense;Lugo;Girona;Cáceres;Santiago de Compostela;A Coruña;Algeciras;Toledo;Guadalajara;Cuenca;Segovia;Ávila;Reus;Melilla;Ceuta;Huesca;Teruel;Soria;Palencia;Zamora;Pontevedra;Alzira',
  NL: "Amsterdam;Rotterdam;Den Haag;'s-Gravenhage;Utrecht;Eindhoven;Groningen;Tilburg;Almere;Breda;Nijmegen;Apeldoorn;Haarlem;Arnhem;Enschede;Amersfoort;Zaandam;'s-Hertogenbosch;Den Bosch;Zwolle;Leiden;Zoetermeer;Leeuwarden;Dordrecht;Maastricht;Ede;Delft;Venlo;Alkmaar;Deventer;Hilversum;Gouda;Vlissingen;Middelburg;Assen;Hoorn;Helmond;Roermond;Bussum;Zutphen;Lelystad;Den Helder;Emmen;Heerlen;Oss;Roosendaal",
  NZ: 'Auckland;Wellington;Christchurch;Hamilton;Tauranga;Dunedin;Palmerston North;Napier;Nelson;Rotorua;New Plymouth;Whangarei;Whangārei;Invercargill;Whanganui;Gisborne;Queenstown;Timaru;Hastings;Lower Hutt;Upper Hutt;Porirua;Blenheim;Taupo;Taupō;Masterton;Levin;Ashburton;Oamaru;Kerikeri;Paraparaumu;Wanaka;Greymouth;Gore',
};

function plain(name: string): string {
  const small = name.toLowerCase();
  if (isPlain(small)) return small;
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[.’']/g, '')
    .replace(/[\s-]+/g, ' ')
    .trim();
}

let sets: Map<string, Set<string>> | undefined;

function townSets(): Map<string, Set<string>> {
  sets ??= new Map(
    Object.entries(lists).map(([country, list]) => [country, new Set(list.split(';').map(plain))]),
  );
  return sets;
}

/** Whether these words as a whole are a large town there. */
export const isLargeTown = (words: string, country: string): boolean =>
  townSets().get(country)?.has(plain(words)) ?? false;

/** Countries that have a large town of this name. */
export const countriesOfTown = (words: string): readonly string[] => {
  byTown ??= largeTowns();
  return byTown.get(plain(words)) ?? [];
};

let byTown: ReadonlyMap<string, readonly string[]> | undefined;

/** Every large town by its plain name, with the countries that have one. */
export function largeTowns(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [country, towns] of townSets())
    for (const town of towns) found.set(town, [...(found.get(town) ?? []), country]);
  return found;
}
