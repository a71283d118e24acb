// What the documentation does beyond being read: search, tabs, copying, a key filled in, contents that follow. Without it everything is
// there and shown.
const root = document.documentElement;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const say = (text) => {
  document.querySelector('.said').textContent = text;
};
const remember = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing shows it until the page is left.
  }
};

// Colours: as the device, light, dark.
const schemes = ['auto', 'light', 'dark'];
const schemeNames = { auto: 'Auto', light: 'Light', dark: 'Dark' };
const schemeButton = document.querySelector('.scheme');
const showScheme = () => {
  const scheme = root.dataset.scheme ?? 'auto';
  schemeButton.textContent = schemeNames[scheme];
  schemeButton.setAttribute('aria-label', `Colours: ${schemeNames[scheme]}. Change`);
};
schemeButton.addEventListener('click', () => {
  const next = schemes[(schemes.indexOf(root.dataset.scheme ?? 'auto') + 1) % schemes.length];
  if (next === 'auto') delete root.dataset.scheme;
  else root.dataset.scheme = next;
  remember('platen-scheme', next);
  showScheme();
});
showScheme();

// Tabs: one language for all examples of the documentation.
const languageTabs = all('[data-show]');
const showLanguage = () => {
  for (const tab of languageTabs) {
    const isShown = tab.dataset.show === root.dataset.code;
    tab.setAttribute('aria-selected', String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
  }
};
/** What was where it was stays there, though code above it got longer or shorter. */
const keepPlace = (element, change) => {
  const before = element.getBoundingClientRect().top;
  change();
  scrollBy({ top: element.getBoundingClientRect().top - before, behavior: 'instant' });
};
for (const tabs of all('.tabs')) {
  tabs.setAttribute('role', 'tablist');
  tabs.setAttribute('aria-label', 'Language of the example');
  const box = tabs.closest('.code');
  for (const tab of all('[data-show]', tabs)) {
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', box.querySelector(`pre.${tab.dataset.show}`).id);
  }
}
const chooseLanguage = (tab) => {
  keepPlace(tab, () => {
    root.dataset.code = tab.dataset.show;
    showLanguage();
  });
  remember('platen-docs-language', tab.dataset.show);
};
showLanguage();

// Tabs of AI clients: one at a time; the address says which.
const clientTabs = all('[data-client]');
const showClient = (id) => {
  for (const tab of clientTabs) {
    const isShown = tab.dataset.client === id;
    tab.setAttribute('aria-selected', String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
    document.getElementById(tab.dataset.client).hidden = !isShown;
  }
};
for (const tab of clientTabs) {
  const panel = document.getElementById(tab.dataset.client);
  tab.id = `tab.${tab.dataset.client}`;
  tab.setAttribute('aria-controls', panel.id);
  panel.setAttribute('role', 'tabpanel');
  panel.setAttribute('aria-labelledby', tab.id);
}
const clientOfAddress = () => clientTabs.find((tab) => `#${tab.dataset.client}` === location.hash);
if (clientTabs.length > 0) showClient((clientOfAddress() ?? clientTabs[0]).dataset.client);

document.addEventListener('click', (event) => {
  const tab = event.target.closest('[role=tab]');
  if (!tab) return;
  if (tab.dataset.show) chooseLanguage(tab);
  else {
    showClient(tab.dataset.client);
    history.replaceState(null, '', `#${tab.dataset.client}`);
  }
});
const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
document.addEventListener('keydown', (event) => {
  const tab = event.target.closest?.('[role=tab]');
  const step = steps[event.key];
  if (!tab || step === undefined) return;
  event.preventDefault();
  const tabs = all('[role=tab]', tab.closest('[role=tablist]'));
  const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
  next.click();
  next.focus();
});

// Copying: code, and addresses of what is on the page.
const copy = async (text, button) => {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied.');
    if (!button) return;
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  } catch {
    say('The browser does not let this page copy. Select the text and copy it yourself.');
    if (button) getSelection().selectAllChildren(shownCode(button));
  }
};
const shownCode = (button) =>
  all('pre', button.closest('.code')).find((pre) => getComputedStyle(pre).display !== 'none');
document.addEventListener('click', (event) => {
  const button = event.target.closest('.copy');
  if (button) void copy(shownCode(button).textContent, button);
  const anchor = event.target.closest('.anchor');
  if (anchor) void copy(anchor.href);
});

// The reader's key, in all examples; it is kept nowhere.
const keyField = document.getElementById('key');
if (keyField) {
  const places = all('pre var').map((place) => ({ place, text: place.textContent }));
  const fillIn = () => {
    const key = keyField.value.trim();
    const isKey = /^[\w-]{8,}$/.test(key);
    for (const { place, text } of places) {
      const quote = /^(process|os)\./.test(text) ? "'" : '';
      place.textContent = isKey ? quote + key + quote : text;
    }
  };
  keyField.addEventListener('input', fillIn);
  keyField.form.addEventListener('submit', (event) => event.preventDefault());
  const note = document.querySelector('.key-note');
  document.querySelector('.make-key').addEventListener('click', async ({ target }) => {
    target.disabled = true;
    note.textContent = '';
    try {
      const answer = await fetch('/api/user/api-keys', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Platen-CSRF': '1',
          'Idempotency-Key': crypto.randomUUID?.() ?? String(Math.random()),
        },
        body: JSON.stringify({ name: 'Documentation', expires_in_days: 7 }),
      });
      const said = await answer.json();
      if (answer.status === 401) {
        note.replaceChildren(
          'Log in first: ',
          linkTo(`/login?next=${encodeURIComponent(location.pathname)}`, 'log in'),
          '.',
        );
      } else if (!answer.ok) note.textContent = said.error;
      else {
        keyField.value = said.api_key;
        fillIn();
        note.textContent = 'Made, and filled in everywhere on this page.';
      }
    } catch {
      note.textContent = 'The service does not answer. Try again.';
    }
    target.disabled = false;
  });
}
function linkTo(href, text) {
  const link = document.createElement('a');
  link.href = href;
  link.textContent = text;
  return link;
}

// What an address names is opened, as far as it is folded.
const openNamed = () => {
  const client = clientOfAddress();
  if (client) showClient(client.dataset.client);
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let each = target; each; each = each.parentElement) {
    if (each instanceof HTMLDetailsElement) each.open = true;
  }
  if (client) target.scrollIntoView();
};
addEventListener('hashchange', openNamed);
openNamed();

// Contents: what is being read is marked, its subject unfolded.
const contents = document.getElementById('contents');
const entries = new Map(
  all('a[href^="#"]', contents).map((link) => [link.getAttribute('href').slice(1), link]),
);
const placed = all('.guide[id], .chapter-head[id], .endpoint[id]').filter(({ id }) => entries.has(id));
const mark = (link) => {
  if (!link || link.getAttribute('aria-current') === 'true') return;
  for (const other of all('[aria-current]', contents)) other.removeAttribute('aria-current');
  link.setAttribute('aria-current', 'true');
  const mine = link.closest('details');
  for (const details of all('details', contents)) {
    if (details !== mine && details.dataset.followed) {
      details.open = false;
      delete details.dataset.followed;
    }
  }
  if (mine && !mine.open) {
    mine.open = true;
    mine.dataset.followed = 'yes';
  }
  const { top, bottom } = link.getBoundingClientRect();
  const box = contents.getBoundingClientRect();
  if (top < box.top + 40 || bottom > box.bottom - 40) {
    contents.scrollTop += top - box.top - box.height / 3;
  }
};
let isWaiting = false;
const follow = () => {
  isWaiting = false;
  const line = Math.min(innerHeight * 0.3, 240);
  let low = 0;
  let high = placed.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (placed[middle].getBoundingClientRect().top <= line) low = middle;
    else high = middle - 1;
  }
  if (placed[low]) mark(entries.get(placed[low].id));
};
addEventListener(
  'scroll',
  () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(follow);
  },
  { passive: true },
);
if (placed.length > 0) follow();
contents.addEventListener('click', (event) => {
  if (event.target.closest('a') && contents.matches(':popover-open')) contents.hidePopover();
});

// On paper nothing can be unfolded.
addEventListener('beforeprint', () => {
  for (const details of all('main details:not([open])')) {
    details.dataset.printed = 'yes';
    details.open = true;
  }
});
addEventListener('afterprint', () => {
  for (const details of all('[data-printed]')) {
    details.open = false;
    delete details.dataset.printed;
  }
});

// Search: the entries come once, and nothing is asked for after that.
let known;
const readEntries = () => {
  known ??= fetch('/docs/search.json')
    .then((answer) => answer.json())
    .catch(() => {
      known = undefined;
      return [];
    });
  return known;
};
(globalThis.requestIdleCallback ?? setTimeout)(() => void readEntries());

const dialog = document.createElement('dialog');
dialog.className = 'search';
dialog.setAttribute('aria-label', 'Search the documentation');
dialog.innerHTML =
  '<input type="text" enterkeyhint="go" role="combobox" aria-label="Search" aria-expanded="false" aria-controls="found" aria-autocomplete="list" placeholder="Name, path, field, 中文" autocomplete="off" spellcheck="false" maxlength="100"><p class="found-none" role="status"></p><ul class="found" id="found" role="listbox" aria-label="Found"></ul>';
document.body.append(dialog);
const [field, none, list] = dialog.children;
const maxFound = 30;
let chosen = -1;

const fold = (text) => (text ?? '').toLowerCase();
/** How well an entry answers; 0: a word of the search is nowhere in it. */
const weigh = (entry, words) => {
  let weight = 0;
  for (const word of words) {
    const [title, name, path, rest] = [entry.t, entry.n, entry.p, `${entry.s} ${entry.w}`].map(fold);
    if (name === word || title === word) weight += 100;
    else if (title.startsWith(word)) weight += 40;
    else if (title.includes(word)) weight += 30;
    else if (name.includes(word) || name.includes(word.replaceAll(' ', '_'))) weight += 25;
    else if (path.includes(word)) weight += 20;
    else if (rest.includes(word)) weight += 5;
    else return 0;
  }
  return weight + (entry.u.startsWith('/docs#') ? 2 : 0);
};
/** Text with what was looked for marked in it; never markup. */
const marked = (text, words) => {
  const parts = [];
  const low = fold(text);
  let from = 0;
  while (from < text.length) {
    let at = text.length;
    let length = 0;
    for (const word of words) {
      const found = low.indexOf(word, from);
      if (found >= 0 && (found < at || (found === at && word.length > length))) {
        at = found;
        length = word.length;
      }
    }
    if (at > from) parts.push(text.slice(from, at));
    if (length > 0) {
      const element = document.createElement('mark');
      element.textContent = text.slice(at, at + length);
      parts.push(element);
    }
    from = at + length;
  }
  return parts;
};
const element = (tag, className, children) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
};
/** The words around the first of those that title and path don't have. */
const excerptOf = (entry, words) => {
  const rest = words.find((word) => !fold(`${entry.t} ${entry.n} ${entry.p} ${entry.s}`).includes(word));
  const text = entry.w ?? '';
  const at = rest === undefined ? 0 : Math.max(0, fold(text).indexOf(rest));
  const from = at > 50 ? text.indexOf(' ', at - 50) + 1 : 0;
  const end = text.length > from + 130 ? text.lastIndexOf(' ', from + 130) : text.length;
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
};
const choose = (index) => {
  const options = all('li', list);
  chosen = options.length === 0 ? -1 : (index + options.length) % options.length;
  for (const [place, option] of options.entries()) {
    option.setAttribute('aria-selected', String(place === chosen));
  }
  if (chosen < 0) field.removeAttribute('aria-activedescendant');
  else {
    field.setAttribute('aria-activedescendant', options[chosen].id);
    options[chosen].scrollIntoView({ block: 'nearest' });
  }
};
const look = async () => {
  const text = field.value;
  const entriesNow = await readEntries();
  if (text !== field.value) return;
  const words = fold(text).split(/\s+/).filter(Boolean);
  const found = words.length
    ? entriesNow
        .map((entry) => ({ entry, weight: weigh(entry, words) }))
        .filter(({ weight }) => weight > 0)
        .sort((a, b) => b.weight - a.weight)
        .slice(0, maxFound)
    : [];
  list.replaceChildren(
    ...found.map(({ entry }, index) => {
      const where = [element('small', '', marked(entry.s, words))];
      if (entry.p) where.push(element('code', '', marked(entry.p, words)));
      if (entry.n) where.push(element('code', '', marked(entry.n, words)));
      const option = element('li', '', [
        element('strong', '', marked(entry.t, words)),
        element('div', 'where', where),
        element('p', '', marked(excerptOf(entry, words), words)),
      ]);
      option.id = `found-${index}`;
      option.setAttribute('role', 'option');
      option.dataset.address = entry.u;
      return option;
    }),
  );
  field.setAttribute('aria-expanded', String(found.length > 0));
  if (found.length > 0) none.textContent = '';
  else if (words.length === 0)
    none.textContent = 'Type a name, a path, or a field: create_order, /api/photos, paper_type, 优惠券.';
  else if (entriesNow.length === 0) none.textContent = 'The search could not be loaded. Try again.';
  else none.textContent = 'Nothing has all of these words.';
  choose(0);
};
const go = (option) => {
  if (!option) return;
  dialog.close();
  location.assign(option.dataset.address);
};
const openSearch = () => {
  if (dialog.open) return;
  dialog.showModal();
  field.select();
  void look();
};
document.querySelector('.search-open').addEventListener('click', openSearch);
field.addEventListener('input', () => void look());
field.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    choose(chosen + step);
  } else if (event.key === 'Enter' && !event.isComposing) {
    event.preventDefault();
    go(all('li', list)[chosen]);
  }
});
list.addEventListener('click', (event) => go(event.target.closest('li')));
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
});
addEventListener('keydown', (event) => {
  const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]');
  const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isSlash || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k')) {
    event.preventDefault();
    openSearch();
  }
});
