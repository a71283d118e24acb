/**
 * The doubtful places of a restoration, each before and after, to be accepted or refused; what is only offered is a group of its own. Owns
 * what was chosen so far; one new version is made of all of it, when the person says so.
 */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { useAct } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { listText, percentText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ownPath } from '../../kit/own-path.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import classes from './region-choices.module.css';
import { restorationWords } from './restoration-words.ts';

type Restoration = ApiOutput<'GET /api/restorations/{restoration_id}'>;
type Region = NonNullable<Restoration['regions']>[number];
type Choice = Region['choice'];

export interface RegionChoicesProps {
  restorationId: string;
  regions: readonly Region[];
  /** The version with these choices; the same one where its picture has them already. */
  onChosen(restorationId: string): void;
}

/** What is offered is repaired by a word, all else is left by one. */
const isRepaired = ({ is_offered }: Region, choice: Choice): boolean =>
  is_offered ? choice === 'accepted' : choice !== 'refused';

/** Nothing where no place is doubtful. */
export function RegionChoices({ restorationId, regions, onChosen }: RegionChoicesProps) {
  const { regions: words } = useWords(restorationWords);
  const language = useLanguage();
  const [chosen, setChosen] = useState<ReadonlyMap<number, Choice>>(new Map());
  const act = useAct('POST /api/restorations/{restoration_id}/choices', {
    changes: ['GET /api/restorations/{restoration_id}', 'GET /api/restorations'],
    onDone: ({ restoration_id }) => {
      setChosen(new Map());
      onChosen(restoration_id);
    },
  });
  const doubtful = regions.filter(({ is_sure }) => !is_sure);
  if (doubtful.length === 0) return null;
  const choiceOf = ({ region_id, choice }: Region): Choice => chosen.get(region_id) ?? choice;
  const changed = (to: Choice) =>
    doubtful
      .filter((region) => region.choice !== to && choiceOf(region) === to)
      .map(({ region_id }) => region_id);
  const [accept, refuse] = [changed('accepted'), changed('refused')];
  const open = doubtful.filter((region) => choiceOf(region) === 'undecided').length;
  const isNewVersion = doubtful.some((it) => isRepaired(it, it.choice) !== isRepaired(it, choiceOf(it)));
  const choose = (ids: readonly number[], choice: Choice) =>
    setChosen((before) => new Map([...before, ...ids.map((id) => [id, choice] as const)]));
  const groups = [
    { said: words, regions: doubtful.filter(({ is_offered }) => !is_offered) },
    { said: words.offered, regions: doubtful.filter(({ is_offered }) => is_offered) },
  ];
  return (
    <Stack gap="xl">
      {groups.map(
        (group) =>
          group.regions.length > 0 && (
            <RegionGroup key={group.said.title} {...group} choiceOf={choiceOf} onChoose={choose} />
          ),
      )}
      <Stack gap="xs" align="flex-start">
        <Text size="sm" role="status">
          {listText(
            [open > 0 ? words.open(open) : words.allChosen, ...(isNewVersion ? [words.newVersion] : [])],
            language,
          )}
        </Text>
        <ErrorNote error={act.error} />
        <Button
          loading={act.isRunning}
          disabled={accept.length + refuse.length === 0}
          onClick={() => act.run({ restoration_id: restorationId, accept, refuse })}
        >
          {isNewVersion ? words.apply : words.note}
        </Button>
      </Stack>
    </Stack>
  );
}

interface GroupWords {
  title: string;
  hint: string;
  choices: { accepted: string; refused: string };
  refuseAll: string;
  acceptAll: string;
}

interface RegionGroupProps {
  said: GroupWords;
  regions: readonly Region[];
  choiceOf(region: Region): Choice;
  onChoose(ids: readonly number[], choice: Choice): void;
}

function RegionGroup({ said, regions, choiceOf, onChoose }: RegionGroupProps) {
  const titleId = useId();
  const all = regions.map(({ region_id }) => region_id);
  return (
    <section aria-labelledby={titleId}>
      <Title order={2} id={titleId}>
        {said.title}
      </Title>
      <Text c="dimmed" mb="sm">
        {said.hint}
      </Text>
      <ul className={classes.cards}>
        {regions.map((region) => (
          <RegionCard
            key={region.region_id}
            region={region}
            said={said.choices}
            choice={choiceOf(region)}
            onChoose={(choice) => onChoose([region.region_id], choice)}
          />
        ))}
      </ul>
      <Group gap="sm" mt="md">
        <Button variant="default" onClick={() => onChoose(all, 'accepted')}>
          {said.acceptAll}
        </Button>
        <Button variant="default" onClick={() => onChoose(all, 'refused')}>
          {said.refuseAll}
        </Button>
      </Group>
    </section>
  );
}

interface RegionCardProps {
  region: Region;
  said: GroupWords['choices'];
  choice: Choice;
  onChoose(choice: Choice): void;
}

function RegionCard({ region, said, choice, onChoose }: RegionCardProps) {
  const { regions: words, beforeLabel, afterLabel } = useWords(restorationWords);
  const language = useLanguage();
  const nameId = useId();
  const { kind, place, count, chance, is_offered, before_url, after_url } = region;
  const name = words.name(words.kinds[kind], place[language], count);
  // What was left has no after.
  const isLeft = is_offered && region.choice !== 'accepted';
  const sides = [[beforeLabel, before_url] as const, ...(isLeft ? [] : [[afterLabel, after_url] as const])];
  return (
    <Paper component="li" withBorder p="sm" aria-labelledby={nameId}>
      <Text fw={600} component="h3" id={nameId} className={classes.name}>
        {name}
      </Text>
      <Text size="sm" c="dimmed">
        {words.chance(percentText(chance, language))}
      </Text>
      <div className={classes.sides} data-choice={choice}>
        {sides.map(([label, url]) => (
          <figure key={label} className={classes.side}>
            {url === null ? (
              <div className={classes.gone}>{words.gone}</div>
            ) : (
              <img src={ownPath(url)} alt={words.alt(label, name)} loading="lazy" />
            )}
            <figcaption>{label}</figcaption>
          </figure>
        ))}
      </div>
      <Group gap="xs" grow role="group" aria-labelledby={nameId}>
        {(['accepted', 'refused'] as const).map((each) => (
          <Button
            key={each}
            variant={choice === each ? 'filled' : 'default'}
            aria-pressed={choice === each}
            onClick={() => onChoose(each)}
          >
            {said[each]}
          </Button>
        ))}
      </Group>
    </Paper>
  );
}
