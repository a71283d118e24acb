// Runs before the first paint, as a file of its own: no page has a script in it. Sets what was chosen on this device, so that nothing
// changes before people's eyes.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  root.dataset.scripts = 'on';
  const scheme = read('platen-scheme');
  if (scheme === 'light' || scheme === 'dark') root.dataset.scheme = scheme;
  const language = read('platen-docs-language');
  root.dataset.code = ['curl', 'javascript', 'python'].includes(language) ? language : 'curl';
})();
