/** What is said between the parts of a dictated message. No country is given. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';
import { writeSpoken } from './spoken-message.ts';

const read = (text: string) => readAddress(text)[0];

describe('asides of a dictation', () => {
  it.each([
    [
      "it's for my uncle, Rangi Pohatu, P O H A T U, he's at thirty-three, as in two fish hooks, Marine Road, Ahipara, postcode zero four eight one. oh two seven, five five oh, double one three six.",
      { name: 'Rangi Pohatu', detail: '33 Marine Road', postcode: '0481' },
    ],
    [
      "it's Leanne Foy, forty-eight, that's four eight, Digger Street, Cairns North, Queensland, four eight seven oh, mobile oh four double one, five five oh, six oh seven",
      { detail: '48 Digger Street', phone: '+61411550607' },
    ],
    [
      'Empfängerin ist Grete Jansen. Die Straße heißt Norderhof, Hausnummer siebenundfünfzig, ach quatsch, das ist die Schule, neunundvierzig mein ich. Postleitzahl zwo vier neun drei sieben, Flensburg. Handy null eins fünf eins, sieben sieben null vier, zwo eins neun sechs.',
      { detail: 'Norderhof 49', postcode: '24937' },
    ],
    [
      "c'est pour Gwenola Kervéan, alors K-E-R-V-E-accent-A-N. C'est au quinze, euh non le quinze c'est le garage qui est toujours fermé le lundi, nous c'est le dix-neuf rue Anatole-France, à Douarnenez, vingt-neuf mille cent. Portable zéro six, trente-neuf, quatre-vingt-dix-huit, zéro zéro, zéro deux.",
      { detail: '19 rue Anatole-France', postcode: '29100', phone: '+33639980002' },
    ],
    [
      'Se llama Iker Loidi. Calle Mayor número cincuenta y dos, no, perdón, sesenta y dos, que el cincuenta y dos es el bar, piso tres, letra B de burro. Tolosa. El código, dos cero cuatro cero cero. Y el teléfono, seis cinco cinco, dieciocho, cero cero, noventa.',
      { detail: 'Calle Mayor 62, piso 3, letra B', postcode: '20400' },
    ],
    [
      'via dei Pini, civico trentadue barra A, no scusami, barra B, la A è la cantina. Monza, cap due zero nove zero zero. È per mia zia, che di nome fa Loredana e di cognome Brusa. Il cellulare è tre quattro otto, settantasette, zero zero, nove sei due.',
      { name: 'Loredana Brusa', detail: 'via dei Pini 32/B', postcode: '20900' },
    ],
  ])('%s', (text, parts) => {
    expect(read(text)).toMatchObject(parts);
  });

  it.each([
    [
      'Aan de Oude Kade, zo heet die straat echt, nummer honderdacht, postcode zeven negen nul twee, Karel, Simon, Hoogeveen',
      'Kade 108, postcode 7902 KS',
    ],
    ['Calle Sol número ocho, Puerta de Hierro, dos cero cero uno ocho, Donostia', 'Puerta de Hierro'],
    ['postcode zeven negen nul twee, Haar, Emmen, nul zes, vijf een, twee twee, negen nul', 'Haar, Emmen'],
    ['twelve B, next door, C block, oh seven seven double oh nine double oh one two three', 'B, next door'],
  ])('%s', (text, part) => {
    expect(writeSpoken(text)?.text ?? text).toContain(part);
  });
});
