/**
 * Sizes and papers: what there is, what is on offer, and how it is added, changed and removed. Owns the one table of both; what a size or a
 * paper has of its own is a description of it.
 */
import { Group } from '@mantine/core';
import { api } from '../../kit/api.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ActRoute, ApiInput, ApiOutput, ReadRoute } from '../../kit/api-types.ts';
import { numberText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { type DataColumn, DataTable } from '../../kit/tables/data-table.tsx';
import { FormButton } from '../parts/form-button.tsx';
import type { FormField } from '../parts/record-form.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { useUndo } from '../parts/undo.ts';
import { choicesOf } from '../state-words.ts';
import { catalogueWords } from './catalogue-words.ts';

type Size = ApiOutput<'GET /api/admin/sizes'>['items'][number];
type PaperType = ApiOutput<'GET /api/admin/paper-types'>['items'][number];
type CatalogueWords = (typeof catalogueWords)['zh'];

/** What both have. */
type Thing = Pick<Size & PaperType, 'code' | 'name' | 'name_zh' | 'enabled' | 'position'>;

/** What a size or a paper is, beside its code, names, place and whether it is on offer. */
interface Kind<T extends Thing> {
  label: string;
  /** Of the column with its name. */
  name: string;
  new: string;
  exportName: string;
  list: 'GET /api/admin/sizes' | 'GET /api/admin/paper-types';
  create: 'POST /api/admin/sizes' | 'POST /api/admin/paper-types';
  change: 'PUT /api/admin/sizes/{code}' | 'PUT /api/admin/paper-types/{code}';
  remove: 'DELETE /api/admin/sizes/{code}' | 'DELETE /api/admin/paper-types/{code}';
  /** Of a new one, beside its place. */
  initial: Partial<T>;
  fields: ReadonlyArray<FormField<Exclude<keyof T & string, keyof Thing>>>;
  columns: ReadonlyArray<DataColumn<T>>;
  searchText?: (thing: T) => string;
}

export function SizeTable() {
  const words = useWords(catalogueWords);
  const language = useLanguage();
  return (
    <ThingTable<Size>
      kind={{
        label: words.sizes,
        name: words.size,
        new: words.newSize,
        exportName: 'sizes',
        list: 'GET /api/admin/sizes',
        create: 'POST /api/admin/sizes',
        change: 'PUT /api/admin/sizes/{code}',
        remove: 'DELETE /api/admin/sizes/{code}',
        initial: { made_for: 'photo', borderless: false },
        fields: [
          {
            name: 'media_size',
            label: words.mediaSize,
            hint: words.mediaSizeHint,
            kind: 'text',
            isRequired: true,
          },
          { name: 'width_mm', label: words.width, kind: 'amount', min: 10, max: 2000, isRequired: true },
          { name: 'height_mm', label: words.height, kind: 'amount', min: 10, max: 2000, isRequired: true },
          { name: 'made_for', label: words.madeFor, kind: 'choice', options: choicesOf(words.madeForKinds) },
          { name: 'borderless', label: words.borderless, kind: 'switch' },
        ],
        columns: [
          {
            key: 'mm',
            title: words.dimensions,
            align: 'right',
            cell: ({ width_mm, height_mm }) =>
              `${numberText(width_mm, language)} × ${numberText(height_mm, language)}`,
            sortBy: ({ width_mm, height_mm }) => width_mm * height_mm,
            csv: ({ width_mm, height_mm }) => `${width_mm} × ${height_mm}`,
          },
          {
            key: 'made_for',
            title: words.madeFor,
            cell: ({ made_for }) => words.madeForKinds[made_for],
            sortBy: ({ made_for }) => words.madeForKinds[made_for],
          },
          {
            key: 'media_size',
            title: words.mediaSize,
            cell: ({ media_size }) => String(media_size),
            csv: ({ media_size }) => String(media_size),
            isExtra: true,
          },
        ],
      }}
    />
  );
}

export function PaperTable() {
  const words = useWords(catalogueWords);
  return (
    <ThingTable<PaperType>
      kind={{
        label: words.papers,
        name: words.paper,
        new: words.newPaper,
        exportName: 'paper-types',
        list: 'GET /api/admin/paper-types',
        create: 'POST /api/admin/paper-types',
        change: 'PUT /api/admin/paper-types/{code}',
        remove: 'DELETE /api/admin/paper-types/{code}',
        initial: {},
        searchText: ({ finish }) => finish,
        fields: [
          {
            name: 'media_type',
            label: words.mediaType,
            hint: words.mediaTypeHint,
            kind: 'text',
            isRequired: true,
          },
          { name: 'finish', label: words.finish, kind: 'text', isRequired: true, maxLength: 40 },
          { name: 'weight_gsm', label: words.weight, kind: 'whole', min: 20, max: 1000, isRequired: true },
        ],
        columns: [
          {
            key: 'finish',
            title: words.finish,
            cell: ({ finish }) => finish,
            sortBy: ({ finish }) => finish,
          },
          {
            key: 'weight',
            title: words.weight,
            align: 'right',
            cell: ({ weight_gsm }) => weight_gsm,
            sortBy: ({ weight_gsm }) => weight_gsm,
          },
          {
            key: 'media_type',
            title: words.mediaType,
            cell: ({ media_type }) => String(media_type),
            csv: ({ media_type }) => String(media_type),
            isExtra: true,
          },
        ],
      }}
    />
  );
}

/** What is read again after a change of one of them. */
const changedBy = (list: ReadRoute): ReadRoute[] => [
  list,
  'GET /api/admin/prices',
  'GET /api/prices',
  'GET /api/print-options',
];

function ThingTable<T extends Thing>({ kind }: { kind: Kind<T> }) {
  const words = useWords(catalogueWords);
  const language = useLanguage();
  const things = useRead(kind.list, {});
  const nameOf = ({ name, name_zh }: Thing) => (language === 'zh' && name_zh !== '' ? name_zh : name);
  const code: FormField = {
    name: 'code',
    label: words.code,
    hint: words.codeHint,
    kind: 'text',
    isRequired: true,
    maxLength: 40,
  };
  return (
    <DataTable<T>
      label={kind.label}
      rows={things.data?.items as unknown as readonly T[] | undefined}
      error={things.error}
      retry={() => void things.refetch()}
      rowKey={(thing) => thing.code}
      searchText={(thing) =>
        [thing.code, thing.name, thing.name_zh, kind.searchText?.(thing) ?? ''].join(' ')
      }
      exportName={kind.exportName}
      actions={
        <FormButton<ActRoute>
          route={kind.create}
          label={kind.new}
          look={{ variant: 'filled' }}
          initial={Object.assign({ position: 1000, enabled: true }, kind.initial)}
          fields={[code, ...fieldsOf(kind, words)] as never}
          changes={changedBy(kind.list)}
          submit={kind.new}
          onDone={(added) => showToast({ text: words.added((added as Thing).code) })}
        />
      }
      columns={[
        { key: 'code', title: words.code, cell: (thing) => thing.code, sortBy: (thing) => thing.code },
        { key: 'name', title: kind.name, cell: nameOf, sortBy: nameOf },
        ...kind.columns.filter(({ isExtra }) => !isExtra),
        {
          key: 'enabled',
          title: words.enabled,
          cell: ({ enabled }) => (
            <StateBadge tone={enabled ? 'good' : 'quiet'}>
              {enabled ? words.enabled : words.disabled}
            </StateBadge>
          ),
          sortBy: ({ enabled }) => (enabled ? 0 : 1),
          csv: ({ enabled }) => (enabled ? words.enabled : words.disabled),
        },
        {
          key: 'position',
          title: words.position,
          align: 'right',
          cell: ({ position }) => position,
          sortBy: ({ position }) => position,
          isExtra: true,
        },
        ...kind.columns.filter(({ isExtra }) => isExtra),
        {
          key: 'actions',
          title: '',
          align: 'right',
          cell: (thing) => <ThingActions kind={kind} thing={thing} />,
        },
      ]}
    />
  );
}

const fieldsOf = <T extends Thing>({ fields }: Kind<T>, words: CatalogueWords): FormField[] => [
  { name: 'name', label: words.name, kind: 'text', isRequired: true, maxLength: 100 },
  { name: 'name_zh', label: words.nameZh, kind: 'text', empty: 'text', maxLength: 100 },
  ...fields,
  { name: 'position', label: words.position, kind: 'whole', min: 0, isRequired: true },
  { name: 'enabled', label: words.enabled, kind: 'switch' },
];

/** Asks where a change takes something off offer. */
const offOfferQuestion =
  (words: CatalogueWords, { code, enabled }: Thing) =>
  (values: Record<string, unknown>) =>
    enabled && values.enabled !== true
      ? { title: words.offOffer(code), text: words.offOfferText, confirm: words.edit }
      : undefined;

function ThingActions<T extends Thing>({ kind, thing }: { kind: Kind<T>; thing: T }) {
  const words = useWords(catalogueWords);
  const { code } = thing;
  const changes = changedBy(kind.list);
  const showDone = useUndo(changes);
  const remove = useAct(kind.remove, { changes });
  const before = thing as unknown as ApiInput<typeof kind.change>;
  return (
    <Group gap="xs" justify="flex-end">
      <FormButton<ActRoute>
        route={kind.change}
        label={words.edit}
        title={code}
        look={{ size: 'compact-sm' }}
        fixed={{ code }}
        initial={thing}
        fields={fieldsOf(kind, words) as never}
        question={offOfferQuestion(words, thing)}
        changes={changes}
        submit={words.edit}
        onDone={() => showDone(words.changed, () => api(kind.change, before))}
      />
      <ConfirmButton
        size="compact-sm"
        variant="subtle"
        color="seal"
        title={words.deleteTitle(code)}
        text={words.deleteText}
        confirm={words.delete}
        act={async () => {
          await remove.runAsync({ code });
          showToast({ text: words.deleted(code) });
        }}
      >
        {words.delete}
      </ConfirmButton>
    </Group>
  );
}
