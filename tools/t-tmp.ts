import { readAddress } from '@platen/addresses/parse-address';
for (const t of process.argv.slice(2)) { const [g, ...o] = readAddress(t.replaceAll('\\n', '\n')); console.log(t, '\n  ', JSON.stringify({n:g.name,p:g.phone,o:g.other_phones,r:[g.country,g.province,g.city,g.district],d:g.detail,z:g.postcode,co:g.company,w:g.wish,l:g.leftover.map((x:any)=>x.text),c:g.confidence}), o.length); }
