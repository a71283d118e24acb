/** HTML as values: a template that escapes everything but what it made itself. Owns the escaping; knows no page. */

/** Text that is HTML already. Only `html` makes it. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | undefined | null | false | readonly Part[];

class Markup implements Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

/** `html\`<p>${text}</p>\``: text is escaped, HTML is not, lists are joined; undefined, null and false are left out. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Markup(strings.reduce((all, text, at) => all + markupOf(parts[at - 1]) + text));
}

function markupOf(part: Part): string {
  if (part === undefined || part === null || part === false) return '';
  if (part instanceof Markup) return part.markup;
  if (Array.isArray(part)) return part.map(markupOf).join('');
  return escapeText(String(part));
}

/** As it may stand in HTML, attributes in quotes included. */
const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
