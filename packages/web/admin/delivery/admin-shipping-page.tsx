/** /admin/shipping: carriers with their rates by region, and how a parcel is weighed. */
import { Group, Stack, Text } from '@mantine/core';
import { api } from '../../kit/api.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { moneyText, numberText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { DataTable } from '../../kit/tables/data-table.tsx';
import { Card } from '../parts/facts.tsx';
import { FormButton } from '../parts/form-button.tsx';
import { type FormField, RecordForm } from '../parts/record-form.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { useUndo } from '../parts/undo.ts';
import { deliveryAdminWords } from './delivery-admin-words.ts';

type Carrier = ApiOutput<'GET /api/admin/carriers'>['items'][number];
type Rate = Carrier['rates'][number];

const changed = ['GET /api/admin/carriers', 'GET /api/shipping/config'] as const;

export function AdminShippingPage() {
  const words = useWords(deliveryAdminWords);
  const language = useLanguage();
  const carriers = useRead('GET /api/admin/carriers', {});
  const config = useRead('GET /api/shipping/config', {});
  return (
    <>
      <PageTitle
        title={words.shipping}
        hint={words.shippingHint}
        actions={
          <FormButton
            route="POST /api/admin/carriers"
            label={words.newCarrier}
            look={{ variant: 'filled' }}
            initial={{ enabled: true, first_weight_g: 1000, step_weight_g: 1000, position: 100 }}
            fields={carrierFields(words)}
            changes={[...changed]}
            submit={words.create}
            onDone={(carrier) =>
              showToast({
                text: words.carrierCreated(language === 'zh' ? carrier.name_zh : carrier.name_en),
              })
            }
          />
        }
      />
      <Stack gap="lg">
        <ErrorNote error={carriers.error} retry={() => void carriers.refetch()} />
        {carriers.isPending && <LoadingLines lines={8} />}
        {carriers.data?.items.map((carrier) => (
          <CarrierCard key={carrier.carrier_id} carrier={carrier} currency={config.data?.currency ?? 'CNY'} />
        ))}
        <Settings />
      </Stack>
    </>
  );
}

type CarrierFieldName =
  | 'code'
  | 'name_zh'
  | 'name_en'
  | 'first_weight_g'
  | 'step_weight_g'
  | 'max_weight_g'
  | 'free_from'
  | 'position'
  | 'enabled';

function carrierFields(words: (typeof deliveryAdminWords)['zh']): FormField<CarrierFieldName>[] {
  return [
    { name: 'code', label: words.code, kind: 'text', isRequired: true },
    { name: 'name_zh', label: words.nameZh, kind: 'text', isRequired: true, maxLength: 60 },
    { name: 'name_en', label: words.nameEn, kind: 'text', isRequired: true, maxLength: 60 },
    { name: 'first_weight_g', label: words.firstWeight, kind: 'whole', min: 1, isRequired: true },
    { name: 'step_weight_g', label: words.stepWeight, kind: 'whole', min: 1, isRequired: true },
    {
      name: 'max_weight_g',
      label: words.maxWeight,
      hint: words.maxWeightHint,
      kind: 'whole',
      min: 1,
      empty: 'null',
    },
    {
      name: 'free_from',
      label: words.freeFrom,
      hint: words.freeFromHint,
      kind: 'amount',
      min: 0,
      empty: 'null',
    },
    { name: 'position', label: words.position, kind: 'whole', min: 0 },
    { name: 'enabled', label: words.enabled, kind: 'switch' },
  ];
}

function CarrierCard({ carrier, currency }: { carrier: Carrier; currency: string }) {
  const words = useWords(deliveryAdminWords);
  const language = useLanguage();
  const { carrier_id } = carrier;
  const name = language === 'zh' ? carrier.name_zh : carrier.name_en;
  const showDone = useUndo([...changed]);
  const remove = useAct('DELETE /api/admin/carriers/{carrier_id}', { changes: [...changed] });
  const { rates: _rates, ...before } = carrier;
  const money = (amount: number) => moneyText(amount, currency, language);
  const regionOf = ({ region }: Rate) =>
    region ? (language === 'zh' ? region.name_zh : region.name_en) : '–';
  return (
    <Card
      title={name}
      actions={
        <>
          <FormButton
            route="PUT /api/admin/carriers/{carrier_id}"
            label={words.editRule}
            title={name}
            fixed={{ carrier_id }}
            initial={carrier}
            fields={carrierFields(words)}
            question={() => ({ title: words.question, text: words.questionText, confirm: words.save })}
            changes={[...changed]}
            submit={words.save}
            onDone={() =>
              showDone(words.carrierSaved, () => api('PUT /api/admin/carriers/{carrier_id}', before))
            }
          />
          <ConfirmButton
            variant="subtle"
            color="seal"
            title={words.deletePoint(name)}
            text={words.deleteCarrierText}
            confirm={words.delete}
            act={async () => {
              await remove.runAsync({ carrier_id });
              showToast({ text: words.deleted });
            }}
          >
            {words.delete}
          </ConfirmButton>
        </>
      }
    >
      <Group gap="xs" mb="md">
        <StateBadge tone={carrier.enabled ? 'good' : 'quiet'}>
          {carrier.enabled ? words.enabled : words.disabled}
        </StateBadge>
        <Text size="sm" c="dimmed" className="platen-numbers">
          {[
            words.weighed(carrier.first_weight_g, carrier.step_weight_g),
            carrier.free_from !== null && `${words.freeFrom} ${money(carrier.free_from)}`,
            carrier.max_weight_g !== null && words.atMost(numberText(carrier.max_weight_g / 1000, language)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      <DataTable<Rate>
        label={words.rates}
        prefix={`${carrier.code}_`}
        rows={carrier.rates}
        rowKey={({ region }) => region?.region_id ?? ''}
        searchText={regionOf}
        empty={<EmptyState title={words.noRates} />}
        actions={<RateForm carrier={carrier} />}
        note={
          <Text size="sm" c="dimmed">
            {words.ratesHint}
          </Text>
        }
        columns={[
          { key: 'region', title: words.region, cell: regionOf, sortBy: regionOf },
          {
            key: 'first',
            title: words.firstFee,
            align: 'right',
            cell: ({ first_fee }) => money(first_fee),
            sortBy: ({ first_fee }) => first_fee,
          },
          {
            key: 'step',
            title: words.stepFee,
            align: 'right',
            cell: ({ step_fee }) => money(step_fee),
            sortBy: ({ step_fee }) => step_fee,
          },
          {
            key: 'actions',
            title: '',
            align: 'right',
            cell: (rate) => rate.region && <RateForm carrier={carrier} rate={rate} />,
          },
        ]}
      />
    </Card>
  );
}

/** Sets the rate of a region; of a new one when none is given. */
function RateForm({ carrier, rate }: { carrier: Carrier; rate?: Rate }) {
  const words = useWords(deliveryAdminWords);
  const language = useLanguage();
  const { carrier_id } = carrier;
  const region_id = rate?.region?.region_id;
  const showDone = useUndo([...changed]);
  const remove = useAct('DELETE /api/admin/carriers/{carrier_id}/rates/{region_id}', {
    changes: [...changed],
  });
  const name = language === 'zh' ? carrier.name_zh : carrier.name_en;
  const putBack = async (region: string) => {
    const before = carrier.rates.find((each) => each.region?.region_id === region);
    if (!before) {
      await api('DELETE /api/admin/carriers/{carrier_id}/rates/{region_id}', {
        carrier_id,
        region_id: region,
      });
      return;
    }
    const { first_fee, step_fee } = before;
    await api('PUT /api/admin/carriers/{carrier_id}/rates/{region_id}', {
      carrier_id,
      region_id: region,
      first_fee,
      step_fee,
    });
  };
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <FormButton
        route="PUT /api/admin/carriers/{carrier_id}/rates/{region_id}"
        label={rate ? words.editRule : words.addRate}
        title={words.rateTitle(name)}
        look={{ size: 'compact-sm' }}
        fixed={rate ? { carrier_id, region_id: region_id! } : { carrier_id }}
        initial={rate}
        fields={[
          ...(rate
            ? []
            : [
                {
                  name: 'region_id' as const,
                  label: words.region,
                  kind: 'region' as const,
                  isRequired: true,
                },
              ]),
          { name: 'first_fee', label: words.firstFee, kind: 'amount', min: 0, isRequired: true },
          { name: 'step_fee', label: words.stepFee, kind: 'amount', min: 0, isRequired: true },
        ]}
        question={() => ({ title: words.question, text: words.questionText, confirm: words.save })}
        changes={[...changed]}
        submit={words.save}
        onDone={({ region }) =>
          showDone(words.rateSaved, region ? () => putBack(region.region_id) : undefined)
        }
      />
      {region_id !== undefined && (
        <ConfirmButton
          size="compact-sm"
          variant="subtle"
          color="seal"
          aria-label={words.delete}
          title={words.question}
          text={words.removeRateText}
          confirm={words.delete}
          act={async () => {
            await remove.runAsync({ carrier_id, region_id });
            showDone(words.rateRemoved, () => putBack(region_id));
          }}
        >
          ✕
        </ConfirmButton>
      )}
    </Group>
  );
}

function Settings() {
  const words = useWords(deliveryAdminWords);
  const settings = useRead('GET /api/admin/shipping-settings', {});
  const showDone = useUndo(['GET /api/admin/shipping-settings']);
  const before = settings.data;
  return (
    <Card title={words.settings}>
      <ErrorNote error={settings.error} retry={() => void settings.refetch()} />
      {settings.isPending && <LoadingLines lines={2} />}
      {before && (
        <RecordForm
          key={JSON.stringify(before)}
          route="PUT /api/admin/shipping-settings"
          initial={before}
          fields={[
            { name: 'packaging_weight_g', label: words.packaging, kind: 'whole', min: 0, isRequired: true },
            { name: 'time_zone', label: words.deliveryZone, kind: 'text', isRequired: true, maxLength: 60 },
          ]}
          changes={['GET /api/admin/shipping-settings']}
          submit={words.save}
          onDone={() => showDone(words.settingsSaved, () => api('PUT /api/admin/shipping-settings', before))}
        />
      )}
    </Card>
  );
}
