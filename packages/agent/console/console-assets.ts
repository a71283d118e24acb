/** The console's style and its one script, as texts: the page works without the script, which only keeps it fresh. */

export const consoleCss = `:root{color-scheme:light dark;--line:color-mix(in srgb,CanvasText 20%,Canvas);--soft:color-mix(in srgb,CanvasText 6%,Canvas)}
*{box-sizing:border-box}body{font:1.05rem/1.55 system-ui,sans-serif;margin:0 auto;max-width:72rem;padding:0 1rem 3rem}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:Canvas;padding:.5rem}
header{align-items:center;border-bottom:1px solid var(--line);display:flex;flex-wrap:wrap;gap:.5rem 1rem;padding:.75rem 0}
nav{display:flex;flex:1;flex-wrap:wrap;gap:.25rem}nav a{border-radius:.4rem;color:inherit;padding:.35rem .7rem;text-decoration:none}
nav a[aria-current]{background:CanvasText;color:Canvas}h1{font-size:1.5rem;margin:1.2rem 0 .6rem}h2{font-size:1.15rem;margin:1.8rem 0 .5rem}
form{margin:0}button,input,select,textarea{border:1px solid var(--line);border-radius:.4rem;font:inherit;min-height:2.6rem;padding:.3rem .8rem}
button{background:var(--soft);color:inherit;cursor:pointer}button.main{background:#0b6b3a;border-color:#0b6b3a;color:#fff}
button.plain{background:none;border-color:transparent;text-decoration:underline}:focus-visible{outline:3px solid Highlight;outline-offset:2px}
details.asks summary{background:var(--soft);border:1px solid var(--line);border-radius:.4rem;cursor:pointer;list-style:none;min-height:2.6rem;padding:.45rem .8rem}
details.asks summary::-webkit-details-marker{display:none}details.asks p{margin:.4rem 0;max-width:22rem}details.asks button{background:#b3261e;border-color:#b3261e;color:#fff}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid var(--line);padding:.45rem .6rem;text-align:start;vertical-align:top}
th{font-weight:600}td.number,th.number{text-align:end;font-variant-numeric:tabular-nums}.acts{display:flex;flex-wrap:wrap;gap:.4rem;align-items:end}
.card{border:1px solid var(--line);border-radius:.6rem;margin:0 0 .8rem;padding:.9rem 1rem}.card h3{font-size:1.05rem;margin:0 0 .3rem}.card p{margin:.2rem 0 .6rem}
.grid{display:grid;gap:.8rem;grid-template-columns:repeat(auto-fill,minmax(20rem,1fr))}
.tag{border:1px solid currentColor;border-radius:1rem;padding:0 .6rem;white-space:nowrap}.held,.unknown,.failed,.refusal,.off{color:#b3261e}.printed,.done,.on{color:#0b6b3a}
@media (prefers-color-scheme:dark){.held,.unknown,.failed,.refusal,.off{color:#ff9d94}.printed,.done,.on{color:#6fd69d}}
.refusal,.done{border-inline-start:.3rem solid;padding:.3rem .8rem}.age{opacity:.75}#silent{background:#b3261e;border-radius:.4rem;color:#fff;padding:.5rem 1rem}
dl{display:grid;gap:.2rem 1rem;grid-template-columns:max-content 1fr;margin:.4rem 0}dt{opacity:.75}dd{margin:0}
img.proof{height:auto;max-width:100%}label{display:grid;gap:.2rem}.login{max-width:30rem;display:grid;gap:.8rem}pre{background:var(--soft);overflow-x:auto;padding:.8rem}
`;

/** Draws a live page anew every 3 s, unless somebody is about to answer something, and says so when the agent is silent. */
export const consoleScript = `'use strict';
const silent = document.getElementById('silent');
let answeredAt = new Date();
async function draw() {
  const main = document.querySelector('main');
  if (document.hidden || main.querySelector('details[open]') || main.querySelector(':is(input:not([type=hidden]),select,textarea):focus')) return;
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' }, redirect: 'manual', signal: AbortSignal.timeout(5000) });
    if (response.type === 'opaqueredirect') return location.reload();
    if (!response.ok) throw new Error(String(response.status));
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const focused = document.activeElement && main.contains(document.activeElement) ? [...main.querySelectorAll('button,a')].indexOf(document.activeElement) : -1;
    main.innerHTML = page.querySelector('main').innerHTML;
    if (focused >= 0) main.querySelectorAll('button,a')[focused]?.focus();
    answeredAt = new Date();
    silent.hidden = true;
  } catch {
    silent.textContent = document.body.dataset.silent + ' ' + answeredAt.toLocaleTimeString(document.documentElement.lang);
    silent.hidden = false;
  }
}
if (document.body.dataset.live === 'yes') setInterval(draw, 3000);
`;
