/** /printers: the list of printers, each with its paper and settings, and how another one is added. Which one is open is in the address. */

import {
  Accordion,
  Alert,
  Badge,
  Button,
  Checkbox,
  Code,
  Group,
  List,
  Paper,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import type { FloorPrinter, FloorRequest, FloorTray } from '@platen/contracts/floor/shop-floor';
import type { FloorAnswer } from '@platen/contracts/floor/shop-floor-acts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { colon, inBrackets } from '../../kit/formats.ts';
import { PrinterIcon, SearchIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { useFloorAct } from '../floor/floor-acting.ts';
import { useFloor, useFloorTopic } from '../floor/floor-session.tsx';
import { ActButton } from '../parts/act-button.tsx';
import { ConditionMark } from '../parts/condition-mark.tsx';
import { FloorNote } from '../parts/floor-note.tsx';
import { TrayList } from '../parts/printer-tile.tsx';
import { Findings, RequestList } from '../parts/request-list.tsx';
import { actWords } from '../words/act-words.ts';
import { mediaTypeText, sheetSizeText, speedText, trayText } from '../words/media-words.ts';
import { printersPageWords } from './printers-page-words.ts';

type Found = NonNullable<FloorRequest['found']>;

export function PrintersPage() {
  const words = useWords(printersPageWords);
  const { items: printers, isKnown, isOld } = useFloorTopic('printers');
  const { can } = useFloor();
  const [{ printer }, setAddress] = useAddress({ printer: '' });
  return (
    <Stack gap="xl">
      <PageTitle title={words.title} hint={words.hint} />
      {!isKnown && <LoadingLines lines={6} />}
      {isKnown && printers.length === 0 && <EmptyState icon={<PrinterIcon size={40} />} title={words.none} />}
      <Accordion
        variant="separated"
        value={printer === '' ? null : printer}
        onChange={(open) => setAddress({ printer: open ?? '' })}
        data-old={isOld || undefined}
        styles={{ item: { background: 'var(--platen-surface)', borderColor: 'var(--platen-line)' } }}
      >
        {printers.map((one) => (
          <Accordion.Item key={one.id} value={one.id}>
            <Accordion.Control>
              <Group justify="space-between" pr="md" wrap="nowrap">
                <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Text fw={600}>{one.name}</Text>
                  <Text size="sm" c="dimmed">
                    {one.make_and_model}
                  </Text>
                </div>
                <ConditionMark condition={one.condition} />
              </Group>
            </Accordion.Control>
            <Accordion.Panel>{printer === one.id && <Settings printer={one} />}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {can('add_printer') && <AddPrinter />}
      <RequestList />
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

function Settings({ printer }: { printer: FloorPrinter }) {
  const words = useWords(printersPageWords);
  const acts = useWords(actWords);
  const language = useLanguage();
  const { can } = useFloor();
  const {
    id,
    version,
    name,
    uri,
    kind,
    enabled,
    certificate,
    other_printer: other,
    notices,
    speeds,
  } = printer;
  const isListed = printer.entry_id !== null;
  return (
    <Stack gap="lg">
      {notices.length > 0 && (
        <List size="sm" aria-label={words.notices}>
          {notices.map(({ en, zh }) => (
            <List.Item key={en}>{language === 'zh' ? zh : en}</List.Item>
          ))}
        </List>
      )}
      <Part title={words.paper}>
        <TrayList trays={printer.trays} canUnfold />
        {printer.loadable === null || !can('loaded') || !isListed ? (
          <Text size="sm" c="dimmed" mt="xs">
            {words.tellsAll}
          </Text>
        ) : (
          <LoadedForms printer={printer} />
        )}
      </Part>
      {speeds.length > 0 && (
        <Part title={words.speeds}>
          {speeds.map(({ media, pages_per_minute }) => (
            <Text key={media} size="sm" className="platen-numbers">
              {words.speed(speedText(pages_per_minute, language), media)}
            </Text>
          ))}
        </Part>
      )}
      {can('print_calibration_page') && (
        <Part title={words.testPage}>
          <Text size="sm" mb="xs">
            {words.testHint}
          </Text>
          <PageButton to="/papers" search={{ printer: id }} variant="default">
            {words.toPapers}
          </PageButton>
        </Part>
      )}
      {certificate && (
        <Part title={words.certificate}>
          <Text size="sm">{words.certificateStates[certificate.state]}</Text>
          {certificate.fingerprint !== null && (
            <Code style={{ overflowWrap: 'anywhere' }}>{certificate.fingerprint}</Code>
          )}
          {certificate.state === 'changed' && certificate.offered !== null && can('accept_certificate') && (
            <Stack gap="xs" mt="xs" align="flex-start">
              <Code style={{ overflowWrap: 'anywhere' }}>{certificate.offered}</Code>
              <ActButton
                act={{
                  act: 'accept_certificate',
                  printer: id,
                  version: certificate.version,
                  fingerprint: certificate.offered,
                }}
                about={name}
              />
            </Stack>
          )}
        </Part>
      )}
      {other && can('accept_printer') && (
        <Alert color="yellow" variant="light" title={other.name}>
          <ActButton
            act={{ act: 'accept_printer', printer: id, version, uuid: other.uuid }}
            about={other.name}
          />
        </Alert>
      )}
      {isListed && (
        <>
          {can('rename_printer') && <RenameForm key={version} printer={printer} />}
          {can('set_credentials') && <CredentialsForm printer={printer} />}
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {words.uri}
            {colon(language)}
            {uri}
            {kind === 'cups-queue' && inBrackets(words.queueKind, language)}
          </Text>
          <Group>
            {printer.set_aside && can('put_back_printer') && (
              <ActButton act={{ act: 'put_back_printer', printer: id, version }} about={name} />
            )}
            {can('enable_printer') && (
              <ActButton
                variant="default"
                act={{ act: 'enable_printer', printer: id, version, enabled: !enabled }}
                label={enabled ? acts.switchOff : acts.switchOn}
                about={name}
              />
            )}
            {can('remove_printer') && (
              <ActButton
                variant="default"
                color="seal"
                act={{ act: 'remove_printer', printer: id, version }}
                about={name}
              />
            )}
          </Group>
        </>
      )}
    </Stack>
  );
}

/** One form a tray, though a tray is told once with and once without margins. */
const asking = ({ trays }: FloorPrinter): FloorTray[] => [
  ...new Map(trays.filter(({ asks }) => asks).map((tray) => [tray.source, tray])).values(),
];

/** So many forms stand below each other; of more trays one is chosen. */
const maxForms = 4;

function LoadedForms({ printer }: { printer: FloorPrinter }) {
  const words = useWords(printersPageWords);
  const language = useLanguage();
  const trays = asking(printer);
  const keyOf = ({ source }: FloorTray) => source ?? '';
  const first = trays.find(({ media }) => media === null) ?? trays[0];
  const [chosen, setChosen] = useState(first ? keyOf(first) : '');
  if (trays.length <= maxForms)
    return trays.map((tray) => <LoadedForm key={tray.source} printer={printer} tray={tray} />);
  const tray = trays.find((one) => keyOf(one) === chosen) ?? trays[0]!;
  return (
    <>
      <Select
        mt="sm"
        label={words.whichTray}
        allowDeselect={false}
        searchable
        value={keyOf(tray)}
        onChange={(key) => key !== null && setChosen(key)}
        data={trays.map((one) => ({ value: keyOf(one), label: trayText(one, language) }))}
      />
      <LoadedForm key={tray.source} printer={printer} tray={tray} />
    </>
  );
}

function LoadedForm({ printer, tray }: { printer: FloorPrinter; tray: FloorTray }) {
  const words = useWords(printersPageWords);
  const language = useLanguage();
  const { tryAct, isRunning } = useFloorAct();
  const { sizes = [], media_types: types = [] } = printer.loadable ?? {};
  const sizeKey = (size: { x_dimension: number; y_dimension: number }) =>
    `${size.x_dimension}x${size.y_dimension}`;
  const [size, setSize] = useState<string | null>(tray.media ? sizeKey(tray.media) : null);
  const [type, setType] = useState<string | null>(tray.media?.media_type ?? null);
  const chosen = sizes.find((one) => sizeKey(one) === size);
  const shared = {
    act: 'loaded',
    printer: printer.id,
    version: printer.version,
    source: tray.source,
  } as const;
  return (
    <Group align="flex-end" mt="sm" role="group" aria-label={words.lies(trayText(tray, language))}>
      <Select
        label={words.lies(trayText(tray, language))}
        placeholder={words.size}
        searchable
        value={size}
        onChange={setSize}
        data={sizes.map((one) => ({ value: sizeKey(one), label: sheetSizeText(one, language) }))}
      />
      <Select
        label={words.type}
        placeholder={words.type}
        searchable
        value={type}
        onChange={setType}
        data={types.map((one) => ({ value: one, label: mediaTypeText(one, language) }))}
      />
      <Button
        loading={isRunning}
        disabled={!chosen || type === null}
        onClick={() =>
          chosen &&
          type !== null &&
          void tryAct({ ...shared, media: Object.assign({ media_type: type }, chosen) })
        }
      >
        {words.save}
      </Button>
      {tray.said && (
        <Button variant="default" loading={isRunning} onClick={() => void tryAct({ ...shared, media: null })}>
          {words.forget}
        </Button>
      )}
    </Group>
  );
}

function RenameForm({ printer: { id, version, name } }: { printer: FloorPrinter }) {
  const words = useWords(printersPageWords);
  const { tryAct, isRunning } = useFloorAct();
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void tryAct({ act: 'rename_printer', printer: id, version, name: typed.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end">
        <TextInput
          label={words.name}
          description={words.nameHint}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isRunning} disabled={typed.trim() === name}>
          {words.rename}
        </Button>
      </Group>
    </form>
  );
}

function CredentialsForm({ printer: { id } }: { printer: FloorPrinter }) {
  const words = useWords(printersPageWords);
  const { act, isRunning } = useFloorAct();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    const credentials = username.trim() === '' ? null : { username: username.trim(), password };
    try {
      await act({ act: 'set_credentials', printer: id, credentials }, { quiet: true });
      setPassword('');
      showToast({ text: words.passwordSaved });
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Part title={words.password}>
        <Text size="sm" c="dimmed" mb="xs">
          {words.passwordHint}
        </Text>
        <Group align="flex-end">
          <TextInput
            label={words.user}
            autoComplete="off"
            maxLength={255}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <PasswordInput
            label={words.passwordLabel}
            autoComplete="new-password"
            maxLength={1023}
            miw={220}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={isRunning}>
            {words.save}
          </Button>
        </Group>
        <FloorNote error={error} />
      </Part>
    </form>
  );
}

/** Found in the network, or by an address. The agent's own host answers at once, the cloud later in `requests`. */
function AddPrinter() {
  const words = useWords(printersPageWords);
  const { items: agents } = useFloorTopic('agents');
  const { items: requests } = useFloorTopic('requests');
  const { act, isRunning } = useFloorAct();
  const [chosenAgent, setAgent] = useState<string | null>(null);
  const [found, setFound] = useState<Found>();
  const [asked, setAsked] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [findings, setFindings] = useState<FloorAnswer['findings']>([]);
  const agentId = chosenAgent ?? agents[0]?.id;
  const answered = requests.find(({ id }) => id === asked);
  const shown = found ?? answered?.found ?? undefined;
  const isLooking =
    asked !== undefined && found === undefined && (!answered || answered.outcome === 'waiting');

  const run = async (work: () => Promise<FloorAnswer>) => {
    setError(undefined);
    setFindings([]);
    try {
      const answer = await work();
      setFindings(answer.findings);
      return answer;
    } catch (thrown) {
      setError(thrown);
      return undefined;
    }
  };
  const find = async (agent_id: string) => {
    setFound(undefined);
    setAsked(undefined);
    const answer = await run(() => act({ act: 'find_printers', agent_id }, { quiet: true }));
    if (answer?.found) setFound(answer.found);
    else if (answer?.request_id) setAsked(answer.request_id);
  };
  const add = async (uri: string, { name = '', evenIfSilent = false } = {}) => {
    if (agentId === undefined) return false;
    const wanted = {
      act: 'add_printer',
      agent_id: agentId,
      uri,
      name,
      even_if_silent: evenIfSilent,
    } as const;
    const answer = await run(() => act(wanted, { quiet: true }));
    if (answer) showToast({ text: answer.outcome === 'done' ? words.added : words.asked });
    return answer !== undefined;
  };
  if (agentId === undefined) return null;
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Group justify="space-between">
          <Title order={2}>{words.found}</Title>
          <Group>
            {agents.length > 1 && (
              <Select
                aria-label={words.agent}
                allowDeselect={false}
                value={agentId}
                onChange={setAgent}
                data={agents.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            <Button
              leftSection={<SearchIcon size={18} />}
              loading={isRunning || isLooking}
              onClick={() => void find(agentId)}
            >
              {words.find}
            </Button>
          </Group>
        </Group>
        <div role="status" aria-live="polite">
          {isLooking && <Text c="dimmed">{words.looking}</Text>}
          {shown?.length === 0 && <Text c="dimmed">{words.foundNone}</Text>}
        </div>
        {shown && shown.length > 0 && (
          <FoundList found={shown} isRunning={isRunning} add={(uri) => void add(uri)} />
        )}
        <FloorNote error={error} />
        <Findings findings={findings} />
        <AddressForm isRunning={isRunning} add={add} />
      </Stack>
    </Paper>
  );
}

function FoundList({ found, add, isRunning }: { found: Found; add(uri: string): void; isRunning: boolean }) {
  const words = useWords(printersPageWords);
  const language = useLanguage();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {found.map(({ uuid, name, make_and_model, note, uris, color, duplex, queue, entry_id }) => (
        <Paper key={uuid ?? uris[0]} withBorder p="md">
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {[
              make_and_model,
              note,
              color === null ? '' : color ? words.color : words.mono,
              duplex ? words.duplex : '',
              queue ? words.isQueue : '',
            ]
              .filter((text) => text !== '')
              .join(' · ')}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {uris[0]}
          </Text>
          {entry_id === null ? (
            <Button
              mt="xs"
              size="compact-md"
              mih={36}
              loading={isRunning}
              aria-label={words.add + colon(language) + name}
              onClick={() => add(uris[0]!)}
            >
              {words.add}
            </Button>
          ) : (
            <Badge mt="xs" variant="light">
              {words.known}
            </Badge>
          )}
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function AddressForm({
  add,
  isRunning,
}: {
  add(uri: string, more: { name: string; evenIfSilent: boolean }): Promise<boolean>;
  isRunning: boolean;
}) {
  const words = useWords(printersPageWords);
  const [uri, setUri] = useState('');
  const [name, setName] = useState('');
  const [evenIfSilent, setEven] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // What was refused stays typed.
    if (!(await add(uri.trim(), { name: name.trim(), evenIfSilent }))) return;
    setUri('');
    setName('');
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Title order={3} mb="xs">
        {words.byAddress}
      </Title>
      <Group align="flex-end">
        <TextInput
          label={words.address}
          description={words.addressHint}
          style={{ flex: '2 1 16rem' }}
          inputMode="url"
          spellCheck={false}
          maxLength={1023}
          value={uri}
          onChange={(event) => setUri(event.currentTarget.value)}
        />
        <TextInput
          label={words.name}
          description={words.nameHint}
          style={{ flex: '1 1 10rem' }}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={isRunning} disabled={uri.trim().length < 8}>
          {words.add}
        </Button>
      </Group>
      <Checkbox
        mt="sm"
        label={words.evenIfSilent}
        checked={evenIfSilent}
        onChange={(event) => setEven(event.currentTarget.checked)}
      />
    </form>
  );
}
