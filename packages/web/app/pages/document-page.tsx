/** /documents/$id: which pages of a document are printed, on what, and the way into the basket. */
import { Grid, Image, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useAddress, usePathPart } from '../../kit/address-state.ts';
import { isGone } from '../../kit/api.ts';
import { useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { type PrintOptions, useCatalogue } from '../../kit/catalogue.ts';
import { fileSizeText, sizeInMm } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import type { OrderItemInput } from '../basket/basket-rules.ts';
import { useKeptChoices } from '../basket/basket-store.ts';
import { CopiesInput, PaperSelect, SizeSelect } from '../basket/choice-selects.tsx';
import { paperFor, usualSize } from '../basket/prices.ts';
import { BuyPanel } from '../photo/buy-panel.tsx';
import classes from '../photo/photo.module.css';
import { photoWords } from '../photo/photo-words.ts';
import { previewPath } from '../photo/picture-paths.ts';
import { Choice, DeleteUpload, GoneUpload } from './photo-page.tsx';

type PrintDocument = ApiOutput<'GET /api/documents/{document_id}'>;

export function DocumentPage() {
  const document_id = usePathPart('id');
  const document = useRead('GET /api/documents/{document_id}', { document_id }, { staleTime: 600_000 });
  const { options, error, retry } = useCatalogue();
  if (isGone(document.error)) return <GoneUpload />;
  return (
    <>
      <ErrorNote error={document.error} retry={() => void document.refetch()} />
      <ErrorNote error={error} retry={retry} />
      {(document.isPending || !options) && !document.error && !error && (
        <LoadingLines lines={8} heightPx={36} />
      )}
      {document.data && options && (
        <DocumentDesk key={document_id} document={document.data} options={options} />
      )}
    </>
  );
}

const sidesKeywords = ['one-sided', 'two-sided-long-edge', 'two-sided-short-edge'] as const;
type Sides = (typeof sidesKeywords)[number];

function DocumentDesk({ document, options }: { document: PrintDocument; options: PrintOptions }) {
  const words = useWords(photoWords);
  const language = useLanguage();
  const [address, setAddress] = useAddress({
    size: '',
    paper: '',
    pages: '',
    sides: 'one-sided',
    colour: 'color',
    copies: 1,
    line: '',
  });
  const size = options.sizes.find(({ code }) => code === address.size) ?? usualSize(options, 'document');
  const paper = paperFor(options, size, address.paper);
  const bothSides = size?.two_sided_on.includes(paper) ?? false;
  const sides: Sides =
    bothSides && sidesKeywords.includes(address.sides as Sides) ? (address.sides as Sides) : 'one-sided';
  const colour = address.colour === 'monochrome' ? 'monochrome' : 'color';
  const copies = Math.min(999, Math.max(1, Math.round(address.copies)));
  const pages = address.pages.trim();
  const kept = useKeptChoices(address.line);
  const item: OrderItemInput = {
    ...kept,
    document_id: document.document_id,
    size: size?.code ?? '',
    paper_type: paper,
    quantity: copies,
    color_mode: colour,
    sides,
    ...(pages !== '' ? { page_ranges: pages } : {}),
  };
  if (!size) return null;
  return (
    <>
      <PageTitle
        title={document.filename}
        hint={`${words.document.pages(document.pages)} · ${fileSizeText(document.bytes, language)}`}
        actions={<DeleteUpload documentId={document.document_id} />}
        isTight
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <div className={classes.stage}>
              <div className={classes.sheet}>
                <Image src={previewPath(document.document_id)} alt={words.document.first} fit="contain" />
              </div>
            </div>
            <PageSizes document={document} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack className={classes.buy}>
            <Paper withBorder p="lg">
              <Stack gap="md">
                <SizeSelect
                  label={words.size}
                  value={size.code}
                  onChange={(code) => setAddress({ size: code })}
                  madeFor="document"
                  paper={paper}
                />
                <PaperSelect
                  label={words.paper}
                  value={paper}
                  onChange={(code) => setAddress({ paper: code })}
                  size={size.code}
                />
                {document.pages > 1 && (
                  <TextInput
                    label={words.document.ranges}
                    description={words.document.rangesHint}
                    value={address.pages}
                    maxLength={300}
                    inputMode="text"
                    onChange={(event) => setAddress({ pages: event.currentTarget.value })}
                  />
                )}
                <NativeSelect
                  label={words.document.sides}
                  description={bothSides ? undefined : words.document.notBothSides}
                  disabled={!bothSides}
                  value={sides}
                  onChange={(event) => setAddress({ sides: event.currentTarget.value })}
                  data={sidesKeywords.map((value) => ({ value, label: words.document.sidesOf[value] }))}
                />
                <Choice
                  label={words.colour}
                  value={colour}
                  onChange={(value) => setAddress({ colour: value })}
                  data={(['color', 'monochrome'] as const).map((value) => ({
                    value,
                    label: words.colours[value],
                  }))}
                />
                <CopiesInput
                  label={words.copies}
                  value={copies}
                  onChange={(value) => setAddress({ copies: value })}
                />
              </Stack>
            </Paper>
            <BuyPanel
              wanted={{ filename: document.filename, isPhoto: false, item }}
              line={address.line}
              note={(priced) =>
                words.document.printed(
                  priced.pages,
                  sides === 'one-sided' ? priced.pages : Math.ceil(priced.pages / 2),
                  copies,
                )
              }
            />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

function PageSizes({ document }: { document: PrintDocument }) {
  const words = useWords(photoWords);
  const language = useLanguage();
  if (document.page_sizes.length === 0) return null;
  return (
    <Paper withBorder p="lg">
      <Title order={2} mb="xs">
        {words.document.sizesOfPages}
      </Title>
      {document.page_sizes.slice(0, 12).map((run) => (
        <Text key={run.first_page} size="sm">
          {words.document.pageRun(
            run.first_page,
            run.last_page,
            sizeInMm(run.width_mm, run.height_mm, language),
          )}
        </Text>
      ))}
    </Paper>
  );
}
