/** The settings of the virtual printer as a process: one row each, and nowhere else a name, a default or a bound. */
import { listReader, type SettingTable, textReader, wholeNumber } from '@platen/contracts/settings';

/** The rows, by what `startVirtualPrinter` calls them. */
export const virtualPrinterSettings = {
  host: {
    variable: 'PLATEN_VP_HOST',
    group: 'virtual printer',
    reader: textReader('an address of this machine'),
    byDefault: '127.0.0.1',
    says: 'address to listen on',
  },
  port: {
    variable: 'PLATEN_VP_PORT',
    group: 'virtual printer',
    reader: wholeNumber(0, 65_535),
    byDefault: '8631',
    says: 'port to listen on',
  },
  dir: {
    variable: 'PLATEN_VP_DIR',
    group: 'virtual printer',
    reader: textReader('a folder'),
    byDefault: 'printed',
    says: 'folder for the printed pages',
  },
  name: {
    variable: 'PLATEN_VP_NAME',
    group: 'virtual printer',
    reader: textReader('a name'),
    byDefault: 'Platen Virtual Printer',
    says: 'name of the printer',
  },
  formats: {
    variable: 'PLATEN_VP_FORMATS',
    group: 'virtual printer',
    reader: listReader('media types', 'application/pdf,image/jpeg', (word) => word),
    byDefault: 'application/pdf,image/jpeg,image/pwg-raster,image/urf',
    says: 'media types that it takes, separated by commas',
  },
  pageMs: {
    variable: 'PLATEN_VP_PAGE_MS',
    group: 'virtual printer',
    reader: wholeNumber(0, 600_000),
    byDefault: '0',
    says: 'milliseconds that a page takes',
  },
  historyJobs: {
    variable: 'PLATEN_VP_HISTORY_JOBS',
    group: 'virtual printer',
    reader: wholeNumber(0, 100_000),
    byDefault: '500',
    says: 'finished jobs that it remembers',
  },
} satisfies SettingTable;
