/** How agents stand in tables: presence with since when and why, and what they do. */
import { Text } from '@mantine/core';
import type { ListItem } from '../../kit/api-types.ts';
import { comma } from '../../kit/formats.ts';
import { useLanguage } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import type { DataColumn } from '../../kit/tables/data-table.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import type { shopAdminWords } from './shop-admin-words.ts';

export type Agent = ListItem<'GET /api/admin/agents'>;
type AgentWords = (typeof shopAdminWords)['zh'];

/** Online; or since when not, and why. */
function Presence({ agent, words }: { agent: Agent; words: AgentWords }) {
  const language = useLanguage();
  if (agent.revoked_at) {
    return (
      <>
        <StateBadge tone="quiet">{words.revoked}</StateBadge> <Age time={agent.revoked_at} />
      </>
    );
  }
  if (agent.online) return <StateBadge tone="good">{words.online}</StateBadge>;
  const since = agent.offline_since ?? agent.last_seen_at;
  return (
    <>
      <StateBadge tone="alarm">{words.offline}</StateBadge>
      <Text size="sm" c="dimmed" mt={2}>
        {since ? <Age time={since} /> : words.neverSeen}
        {agent.offline_because && comma(language) + words.because[agent.offline_because]}
      </Text>
    </>
  );
}

/** With `nameOf` the shop is a column too. */
export function agentColumns(words: AgentWords, nameOf?: (shop_id: string) => string): DataColumn<Agent>[] {
  const columns: DataColumn<Agent>[] = [
    { key: 'name', title: words.agent, cell: ({ name }) => name, sortBy: ({ name }) => name },
    {
      key: 'presence',
      title: words.presence,
      cell: (agent) => <Presence agent={agent} words={words} />,
      sortBy: ({ online, revoked_at }) =>
        revoked_at ? words.revoked : online ? words.online : words.offline,
    },
    {
      key: 'image',
      title: words.imageWork,
      cell: ({ image_work }) => (image_work ? '✓' : ''),
      csv: ({ image_work }) => image_work,
    },
    {
      key: 'enrolled',
      title: words.enrolled,
      cell: ({ enrolled_at }) => <Age time={enrolled_at} />,
      sortBy: ({ enrolled_at }) => enrolled_at,
    },
  ];
  if (nameOf) {
    columns.splice(1, 0, {
      key: 'shop',
      title: words.shop,
      cell: ({ shop_id }) => nameOf(shop_id),
      sortBy: ({ shop_id }) => nameOf(shop_id),
    });
  }
  return columns;
}
