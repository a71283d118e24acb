/** A piece of code in three languages, with its tabs. Owns how code is shown and where the reader's key goes; adds no code of its own. */
import { escapeHtml } from './docs-shell.ts';
import { type ExampleLanguage, exampleLanguages, keyExpressions, languageNames } from './example-text.ts';

/** Comments and texts stand back or out; whatever else is as it is. */
const tokens: Record<ExampleLanguage, RegExp> = {
  curl: /(^# .*$)|("(?:[^"\\]|\\.)*"|'[^']*')/gm,
  javascript: /(^\s*\/\/.*$)|('(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/gm,
  python: /(^\s*#.*$)|(f?'(?:[^'\\\n]|\\.)*')/gm,
};

function coloured(text: string, language: ExampleLanguage): string {
  let html = '';
  let from = 0;
  for (const match of text.matchAll(tokens[language])) {
    const [token, comment] = match;
    html += escapeHtml(text.slice(from, match.index));
    html += `<${comment ? 'i' : 'b'}>${escapeHtml(token)}</${comment ? 'i' : 'b'}>`;
    from = match.index + token.length;
  }
  return html + escapeHtml(text.slice(from));
}

/** Marks where the key is read, so that the page's script can put the reader's own there. */
function withKeyPlaces(html: string, language: ExampleLanguage): string {
  const expression = escapeHtml(keyExpressions[language]);
  const colouredExpression = expression.replace(/&#39;.*&#39;/, '<b>$&</b>');
  return html.replaceAll(colouredExpression, `<var>${colouredExpression}</var>`);
}

/** `id` is unique on the page; `label` says what the code does. */
export function codeBoxHtml(
  { id, label }: { id: string; label: string },
  texts: Record<ExampleLanguage, string>,
): string {
  const tabs = exampleLanguages
    .map((language) => `<button type="button" data-show="${language}">${languageNames[language]}</button>`)
    .join('');
  const panels = exampleLanguages
    .map(
      (language) =>
        `<pre id="${id}.${language}" class="${language}" tabindex="0" role="region" aria-label="${escapeHtml(`${label}, ${languageNames[language]}`)}"><code>${withKeyPlaces(coloured(texts[language], language), language)}</code></pre>`,
    )
    .join('');
  return `<div class="code"><div class="code-bar"><span class="tabs scripted">${tabs}</span><button type="button" class="copy scripted">Copy</button></div>${panels}</div>`;
}
