/** The settings of the virtual printer as a process: one row each, and nowhere else a name, a default or a bound. */
import {
  listReader,
  type SettingTable,
  settingGroup,
  textReader,
  wholeNumber,
} from '@platen/contracts/settings';

const virtualPrinter = settingGroup('virtual printer');

/** The rows, by what `startVirtualPrinter` calls them. */
export const virtualPrinterSettings = {
  host: virtualPrinter('PLATEN_VP_HOST', 'address to listen on', textReader('an address of this machine'), {
    byDefault: '127.0.0.1',
  }),
  port: virtualPrinter('PLATEN_VP_PORT', 'port to listen on', wholeNumber(0, 65_535), { byDefault: '8631' }),
  dir: virtualPrinter('PLATEN_VP_DIR', 'folder for the printed pages', textReader('a folder'), {
    byDefault: 'printed',
  }),
  name: virtualPrinter('PLATEN_VP_NAME', 'name of the printer', textReader('a name'), {
    byDefault: 'Platen Virtual Printer',
  }),
  formats: virtualPrinter(
    'PLATEN_VP_FORMATS',
    'media types that it takes, separated by commas',
    listReader('media types', 'application/pdf,image/jpeg', (word) => word),
    { byDefault: 'application/pdf,image/jpeg,image/pwg-raster,image/urf' },
  ),
  pageMs: virtualPrinter('PLATEN_VP_PAGE_MS', 'milliseconds that a page takes', wholeNumber(0, 600_000), {
    byDefault: '0',
  }),
  historyJobs: virtualPrinter(
    'PLATEN_VP_HISTORY_JOBS',
    'finished jobs that it remembers',
    wholeNumber(0, 100_000),
    { byDefault: '500' },
  ),
} satisfies SettingTable;
