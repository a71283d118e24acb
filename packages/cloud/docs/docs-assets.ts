/** The style sheet and the script of the documentation. The pages are complete without either. */

export const docsCss = `:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #1864ab; }
@media (prefers-color-scheme: dark) { :root { --accent: #74c0fc; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, "Noto Sans CJK SC", sans-serif; }
a { color: var(--accent); }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; }
header { display: flex; gap: 2rem; padding: .7rem 1.2rem; border-bottom: 1px solid var(--line); }
header nav { display: flex; gap: 1.2rem; flex-wrap: wrap; }
.columns { display: grid; grid-template-columns: 15rem minmax(0, 60rem); gap: 2rem; padding: 0 1.2rem 4rem; }
aside { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 1rem 0; }
aside ul { list-style: none; padding: 0; }
aside input { width: 100%; font: inherit; }
code, pre { font: .92em/1.5 ui-monospace, monospace; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .7rem; overflow-x: auto; margin: 0; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
h3 { margin: 1.8rem 0 0; } h4 { margin: 1rem 0 .3rem; }
.endpoint { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: 0 .8rem; }
.endpoint[open] { padding-bottom: .8rem; }
summary { cursor: pointer; padding: .5rem 0; }
.method { display: inline-block; min-width: 4.2rem; font-weight: 700; }
.get { color: #2b8a3e; } .post { color: #1971c2; } .put { color: #a85b00; } .delete { color: #c92a2a; }
@media (prefers-color-scheme: dark) { .get { color: #8ce99a; } .post { color: #74c0fc; } .put { color: #ffc078; } .delete { color: #ffa8a8; } }
.mark { border: 1px solid var(--line); border-radius: 4px; padding: .05rem .45rem; font-size: .9em; }
table { border-collapse: collapse; width: 100%; font-size: .93em; }
td, th { text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); padding: .25rem .5rem .25rem 0; overflow-wrap: anywhere; }
.paste { position: relative; } .paste pre { white-space: pre-wrap; overflow-wrap: anywhere; padding-right: 5rem; } .copy { position: absolute; top: .4rem; right: .4rem; font: inherit; }
#key { width: 26rem; max-width: 100%; font: inherit; }
.tools { columns: 2; padding-left: 1.2rem; }
@media (max-width: 800px) { .columns { grid-template-columns: 1fr; } aside { position: static; max-height: none; } .tools { columns: 1; } }
`;

export const docsScript = `'use strict';
const find = document.getElementById('find');
if (find) {
  find.addEventListener('input', () => {
    const words = find.value.toLowerCase().split(/\\s+/).filter(Boolean);
    for (const each of document.querySelectorAll('.endpoint')) {
      each.hidden = !words.every((word) => each.dataset.find.includes(word));
    }
    for (const section of document.querySelectorAll('main section')) {
      section.hidden = !section.querySelector('.endpoint:not([hidden])');
    }
  });
}
const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
};
addEventListener('hashchange', openTarget);
openTarget();
const key = document.getElementById('key');
if (key) {
  const texts = [...document.querySelectorAll('.paste pre')].map((pre) => ({ pre, text: pre.textContent }));
  key.addEventListener('input', () => {
    for (const { pre, text } of texts) {
      pre.textContent = text.replaceAll(key.dataset.placeholder, key.value.trim() || key.dataset.placeholder);
    }
  });
}
for (const button of document.querySelectorAll('.copy')) {
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.previousElementSibling.textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
}
`;
