/**
 * /papers: every paper of the shop by its kind, with each printer that has it: how far off the printer puts its picture there, and in which
 * colours. Beside it the calibration and the colours of the one that is open. On the cloud those of all agents, as they told them last.
 */
import { Accordion, Alert, Badge, Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import type { FloorAgent, FloorPaper } from '@platen/contracts/floor/shop-floor';
import { useAddress } from '../../kit/address-state.ts';
import { colon, comma } from '../../kit/formats.ts';
import { OfflineIcon, SheetIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { SidePanel } from '../../kit/parts/dialog.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { useFloor, useFloorTopic } from '../floor/floor-session.tsx';
import { groupPapers, type PaperGroup } from '../floor/paper-groups.ts';
import { CalibrationText, PaperPanel, ProfileText } from '../parts/paper-panel.tsx';
import { kindText, mediaText, sheetSizeText } from '../words/media-words.ts';
import { papersPageWords } from '../words/papers-words.ts';
import classes from './papers-page.module.css';

/** So many papers stand open; of more each kind is opened by itself. */
const maxOpen = 12;
/** In the address where every kind is folded. */
const noneOpen = '-';

export function PapersPage() {
  const words = useWords(papersPageWords);
  const language = useLanguage();
  const { host } = useFloor();
  const [{ paper, printer, kinds }, setAddress] = useAddress({ paper: '', printer: '', kinds: '' });
  const { items, isKnown, isOld } = useFloorTopic('papers');
  const { items: agents } = useFloorTopic('agents');
  const shown = items.filter((one) => printer === '' || one.printer.id === printer);
  const groups = groupPapers(shown);
  const open = items.find(({ id }) => id === paper);
  const unfolded =
    kinds === '' ? groups.filter((_, at) => shown.length <= maxOpen || at === 0).map(({ key }) => key) : [];
  const agentOf = (one: FloorPaper) => agents.find(({ id }) => id === one.agent_id);
  const away = host === 'cloud' ? agents.filter(({ linked }) => !linked) : [];
  return (
    <Stack gap="lg">
      <PageTitle
        title={words.title}
        hint={words.hint}
        actions={
          printer !== '' && (
            <PageButton to="/papers" variant="default">
              {words.allPrinters}
            </PageButton>
          )
        }
      />
      {away
        .filter(({ id }) => items.some(({ agent_id }) => agent_id === id))
        .map((agent) => (
          <AgentIsAway key={agent.id} agent={agent} />
        ))}
      {!isKnown && <LoadingLines lines={6} />}
      {isKnown && items.length === 0 && (
        <EmptyState icon={<SheetIcon size={40} />} title={words.none} hint={words.noneHint} />
      )}
      <Accordion
        multiple
        variant="separated"
        order={2}
        value={kinds === '' ? unfolded : kinds.split(',')}
        onChange={(next) => setAddress({ kinds: next.length === 0 ? noneOpen : next.join(',') })}
        data-old={isOld || undefined}
      >
        {groups.map((group) => (
          <Accordion.Item key={group.key} value={group.key}>
            <Accordion.Control>
              <GroupHead group={group} />
            </Accordion.Control>
            <Accordion.Panel>
              <Table verticalSpacing={6} className={classes.papers!}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{words.size}</Table.Th>
                    <Table.Th>{words.printer}</Table.Th>
                    <Table.Th>{words.calibration}</Table.Th>
                    <Table.Th>{words.colours}</Table.Th>
                    <Table.Th>
                      <VisuallyHidden>{words.open}</VisuallyHidden>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {group.papers.map((one, at) => (
                    <Table.Tr
                      key={one.id}
                      data-old={(host === 'cloud' && agentOf(one)?.linked === false) || undefined}
                    >
                      <Table.Td data-same={isSameSize(one, group.papers[at - 1]) || undefined}>
                        {isSameSize(one, group.papers[at - 1]) ? (
                          <VisuallyHidden>{sheetSizeText(one.media, language)}</VisuallyHidden>
                        ) : (
                          <Text fw={600} size="sm">
                            {sheetSizeText(one.media, language)}
                          </Text>
                        )}
                      </Table.Td>
                      <Table.Td>
                        <Text size="sm">
                          {one.printer.name}
                          {!one.loaded && ` (${words.loadedNot})`}
                        </Text>
                      </Table.Td>
                      <Table.Td>
                        <CalibrationText paper={one} />
                      </Table.Td>
                      <Table.Td>
                        <ProfileText paper={one} />
                      </Table.Td>
                      <Table.Td ta="right">
                        <Button
                          size="compact-md"
                          fz="sm"
                          mih={36}
                          variant="default"
                          aria-label={words.openPaper(
                            `${one.printer.name}${comma(language)}${mediaText(one.media, language)}`,
                          )}
                          onClick={() => setAddress({ paper: one.id }, { push: true })}
                        >
                          {words.open}
                        </Button>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <SidePanel
        opened={open !== undefined}
        onClose={() => setAddress({ paper: '' })}
        title={open ? `${open.printer.name}${colon(language)}${mediaText(open.media, language)}` : ''}
      >
        {open && <PaperPanel paper={open} agent={agentOf(open)} />}
      </SidePanel>
    </Stack>
  );
}

/** It is written once, above the printers that have it. */
const isSameSize = ({ media }: FloorPaper, before: FloorPaper | undefined): boolean =>
  before?.media.x_dimension === media.x_dimension && before.media.y_dimension === media.y_dimension;

function GroupHead({
  group: { mediaType, borderless, papers, calibrated, profiled },
}: {
  group: PaperGroup;
}) {
  const words = useWords(papersPageWords);
  const language = useLanguage();
  return (
    <Group justify="space-between" gap="xs" pr="md">
      <Text fw={600}>{kindText({ mediaType, borderless }, language)}</Text>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {words.papersOf(papers.length)}
        </Text>
        <Badge variant="light" color={calibrated > 0 ? undefined : 'gray'}>
          {words.calibratedOf(calibrated)}
        </Badge>
        {profiled > 0 && <Badge variant="light">{words.profiledOf(profiled)}</Badge>}
      </Group>
    </Group>
  );
}

function AgentIsAway({ agent: { name, last_seen_at: seenAt } }: { agent: FloorAgent }) {
  const words = useWords(papersPageWords);
  const language = useLanguage();
  return (
    <Alert color="yellow" variant="light" icon={<OfflineIcon />} role="status">
      {words.agentAway(name)}
      {seenAt !== null && (
        <>
          {' '}
          {words.lastKnown}
          {colon(language)}
          <Age time={seenAt} />
        </>
      )}
    </Alert>
  );
}
