/** /admin/pickup-points/$id: one pickup point with its opening hours; `new` is one that isn't there yet. */

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePathPart } from '../../kit/address-state.ts';
import { api } from '../../kit/api.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { colon, comma } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { NotFoundPage } from '../../kit/parts/not-found-page.tsx';
import { PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { Card } from '../parts/facts.tsx';
import { type FormField, RecordForm } from '../parts/record-form.tsx';
import { useUndo } from '../parts/undo.ts';
import { deliveryAdminWords } from './delivery-admin-words.ts';

type PickupPoint = ApiOutput<'GET /api/admin/pickup-points'>['items'][number];
type Hours = PickupPoint['hours'];
type Weekday = Hours[number]['weekday'];

const changed = ['GET /api/admin/pickup-points'] as const;
const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const satisfies readonly Weekday[];

export function AdminPickupPointPage() {
  const words = useWords(deliveryAdminWords);
  const pickup_point_id = usePathPart('id');
  const points = useRead('GET /api/admin/pickup-points', {});
  const isNew = pickup_point_id === 'new';
  const point = points.data?.items.find((each) => each.pickup_point_id === pickup_point_id);
  if (points.data && !point && !isNew) return <NotFoundPage />;
  return (
    <>
      <PageTitle
        title={isNew ? words.newPoint : (point?.name ?? words.pickup)}
        hint={<PageLink to="/pickup-points">{words.backToPoints}</PageLink>}
        actions={point && <DeletePoint point={point} />}
      />
      <ErrorNote error={points.error} retry={() => void points.refetch()} />
      {points.isPending && <LoadingLines lines={10} />}
      {points.data && <PointForm key={pickup_point_id} point={point} />}
    </>
  );
}

type PointFieldName =
  | 'name'
  | 'region_id'
  | 'address'
  | 'phone'
  | 'latitude'
  | 'longitude'
  | 'time_zone'
  | 'position'
  | 'enabled';

function pointFields(words: (typeof deliveryAdminWords)['zh']): FormField<PointFieldName>[] {
  return [
    { name: 'name', label: words.name, kind: 'text', isRequired: true, maxLength: 80 },
    { name: 'region_id', label: words.region, kind: 'region', isRequired: true },
    { name: 'address', label: words.address, kind: 'text', empty: 'text', maxLength: 200 },
    { name: 'phone', label: words.phone, kind: 'text', empty: 'text', maxLength: 40 },
    { name: 'latitude', label: words.latitude, kind: 'amount', min: -90, max: 90, empty: 'null' },
    { name: 'longitude', label: words.longitude, kind: 'amount', min: -180, max: 180, empty: 'null' },
    { name: 'time_zone', label: words.timeZone, kind: 'text', isRequired: true, maxLength: 60 },
    { name: 'position', label: words.position, kind: 'whole', min: 0, max: 10_000 },
    { name: 'enabled', label: words.enabled, kind: 'switch' },
  ];
}

const usualHours: Hours = weekdays.map((weekday) => ({ weekday, open: '09:00', close: '18:00' }));

function PointForm({ point }: { point: PickupPoint | undefined }) {
  const words = useWords(deliveryAdminWords);
  const language = useLanguage();
  const navigate = useNavigate();
  const [hours, setHours] = useState<Hours>(point?.hours ?? usualHours);
  const showDone = useUndo([...changed]);
  const hoursCard = <HoursField hours={hours} onChange={setHours} />;
  const withHours = (values: Record<string, unknown>) => Object.assign({ hours }, values);
  if (!point) {
    return (
      <Card>
        <RecordForm
          route="POST /api/admin/pickup-points"
          initial={{ time_zone: 'Asia/Shanghai', enabled: true, position: 100 }}
          fields={[
            { name: 'shop_id', label: words.shop, kind: 'shop', isRequired: true },
            ...pointFields(words),
          ]}
          preview={() => hoursCard}
          change={withHours}
          changes={[...changed]}
          submit={words.create}
          onDone={() => {
            showToast({ text: words.pointCreated });
            void navigate({ to: '/pickup-points' as never });
          }}
        />
      </Card>
    );
  }
  const { pickup_point_id, name, address, phone, latitude, longitude, time_zone, enabled, position } = point;
  const before = { name, address, phone, latitude, longitude, time_zone, enabled, position };
  const region = point.region ? { region_id: point.region.region_id } : {};
  const initial = Object.assign({}, before, region);
  return (
    <Card>
      <Text c="dimmed" size="sm" mb="md">
        {words.shop}
        {colon(language)}
        {point.shop.name}
      </Text>
      <RecordForm
        route="PUT /api/admin/pickup-points/{pickup_point_id}"
        fixed={{ pickup_point_id }}
        initial={initial}
        fields={pointFields(words)}
        preview={() => hoursCard}
        change={withHours}
        changes={[...changed]}
        submit={words.save}
        onDone={() =>
          showDone(words.pointSaved, () =>
            api(
              'PUT /api/admin/pickup-points/{pickup_point_id}',
              Object.assign({ pickup_point_id, hours: point.hours }, initial),
            ),
          )
        }
      />
    </Card>
  );
}

function HoursField({ hours, onChange }: { hours: Hours; onChange(hours: Hours): void }) {
  const words = useWords(deliveryAdminWords);
  const language = useLanguage();
  const change = (index: number, changes: Partial<Hours[number]>) =>
    onChange(hours.map((each, at) => (at === index ? Object.assign({}, each, changes) : each)));
  const copyDown = () => {
    const first = hours.filter(({ weekday }) => weekday === 'monday');
    onChange(weekdays.flatMap((weekday) => first.map(({ open, close }) => ({ weekday, open, close }))));
  };
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <Group component="legend" gap="md" mb="xs">
        <Text span fw={600} size="sm">
          {words.hours}
        </Text>
        <Button size="compact-sm" variant="subtle" onClick={copyDown}>
          {words.copyDown}
        </Button>
      </Group>
      <Stack gap="xs">
        {weekdays.map((weekday) => {
          const name = words.weekdays[weekday];
          const isClosed = !hours.some((each) => each.weekday === weekday);
          return (
            <Group key={weekday} gap={4} align="flex-start">
              <Text w={{ base: '100%', sm: 90 }} pt={6} size="sm">
                {name}
              </Text>
              <Group gap={4} align="flex-start" wrap="nowrap">
                <Stack gap={4}>
                  {isClosed && (
                    <Text c="dimmed" size="sm" pt={6}>
                      {words.closedDay}
                    </Text>
                  )}
                  {hours.map(
                    (each, index) =>
                      each.weekday === weekday && (
                        <Group key={index} gap={4} wrap="nowrap">
                          <TextInput
                            type="time"
                            aria-label={name + comma(language) + words.from}
                            value={each.open}
                            onChange={(event) => change(index, { open: event.currentTarget.value })}
                          />
                          –
                          <TextInput
                            type="time"
                            aria-label={name + comma(language) + words.to}
                            // A clock shows midnight as 00:00; as an end it is 24:00.
                            value={each.close === '24:00' ? '00:00' : each.close}
                            onChange={(event) =>
                              change(index, {
                                close:
                                  event.currentTarget.value === '00:00' ? '24:00' : event.currentTarget.value,
                              })
                            }
                          />
                          <Button
                            size="compact-sm"
                            px={6}
                            variant="subtle"
                            color="seal"
                            aria-label={words.removeHours + colon(language) + name}
                            onClick={() => onChange(hours.filter((_each, at) => at !== index))}
                          >
                            ✕
                          </Button>
                        </Group>
                      ),
                  )}
                </Stack>
                <Button
                  size="compact-sm"
                  px={6}
                  variant="subtle"
                  mt={4}
                  aria-label={words.addHours + colon(language) + name}
                  onClick={() => onChange([...hours, { weekday, open: '09:00', close: '18:00' }])}
                >
                  +
                </Button>
              </Group>
            </Group>
          );
        })}
      </Stack>
    </fieldset>
  );
}

function DeletePoint({ point }: { point: PickupPoint }) {
  const words = useWords(deliveryAdminWords);
  const navigate = useNavigate();
  const remove = useAct('DELETE /api/admin/pickup-points/{pickup_point_id}');
  return (
    <ConfirmButton
      variant="light"
      color="seal"
      title={words.deletePoint(point.name)}
      text={words.deletePointText}
      confirm={words.delete}
      act={async () => {
        await remove.runAsync({ pickup_point_id: point.pickup_point_id });
        showToast({ text: words.deleted });
        await navigate({ to: '/pickup-points' as never });
      }}
    >
      {words.delete}
    </ConfirmButton>
  );
}
