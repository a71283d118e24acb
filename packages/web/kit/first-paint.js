// Runs before the first paint, as a file of its own: no page has a script in it. Sets the colour scheme and the language that were
// chosen on this device, so that neither changes before people's eyes.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const chosen = read('platen-scheme');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  const asked =
    new URLSearchParams(location.search).get('lang') || read('platen-language') || navigator.language;
  root.lang = /^zh/i.test(asked || '') ? 'zh-CN' : 'en';
})();
