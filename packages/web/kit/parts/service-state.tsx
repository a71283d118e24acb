/** How the service is: whether orders are taken, who is online, what waits for a person. It asks again every ten seconds. */
import { Alert, Grid, List, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../api-hooks.ts';
import { durationText, fileSizeText } from '../formats.ts';
import { CheckIcon, WarningIcon } from '../icons.tsx';
import { useLanguage, useWords } from '../language.ts';
import { Age } from './age.tsx';
import { ErrorNote } from './error-note.tsx';
import { LoadingLines } from './loading-lines.tsx';
import { PageTitle } from './page-title.tsx';
import { serviceWords } from './service-words.ts';

const askAgainMs = 10_000;

export function ServiceState() {
  const words = useWords(serviceWords);
  const language = useLanguage();
  const { data, error, refetch } = useRead('GET /api/health', {}, { refetchInterval: askAgainMs });
  return (
    <>
      <PageTitle
        title={words.title}
        {...(data && {
          hint: (
            <>
              {words.asOf} <Age time={data.as_of} />
            </>
          ),
        })}
      />
      <Stack>
        <ErrorNote error={error} retry={() => void refetch()} />
        {!data && !error && <LoadingLines />}
        {data && (
          <>
            <Alert
              color={data.status === 'ok' ? 'ink' : 'seal'}
              icon={data.status === 'ok' ? <CheckIcon /> : <WarningIcon />}
              title={words.states[data.status]}
            >
              {data.reasons.length > 0 && (
                <List size="sm" lang="en">
                  {data.reasons.map((reason) => (
                    <List.Item key={reason}>{reason}</List.Item>
                  ))}
                </List>
              )}
            </Alert>
            <Grid>
              <Fact name={words.printers}>
                {words.of(data.printers.reachable, data.printers.total)} {words.reachable}
                {data.printers.stopped > 0 && `, ${data.printers.stopped} ${words.stopped}`}
              </Fact>
              <Fact name={words.agents}>
                {words.of(data.agents.online, data.agents.total)} {words.online}
              </Fact>
              <Fact name={words.free}>
                {data.files_free_bytes === null
                  ? words.noLimit
                  : fileSizeText(data.files_free_bytes, language)}
              </Fact>
              <Fact name={words.uptime}>{durationText(data.uptime_seconds, language)}</Fact>
              <Fact name={words.version}>{data.version}</Fact>
            </Grid>
          </>
        )}
      </Stack>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Grid.Col span={{ base: 12, xs: 6, md: 4 }}>
      <Paper withBorder p="md">
        <Text size="sm" c="dimmed">
          {name}
        </Text>
        <Text fw={600} className="platen-numbers">
          {children}
        </Text>
      </Paper>
    </Grid.Col>
  );
}
