/** /admin/coverage: where is delivered, on the region tree and as a list; what a region inherits is shown beside what it has itself. */
import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { api } from '../../kit/api.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { colon, comma, listText, moneyText } from '../../kit/formats.ts';
import { ForwardIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { Moment } from '../../kit/parts/moment.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { DataTable } from '../../kit/tables/data-table.tsx';
import { FilterSelect } from '../../kit/tables/table-filters.tsx';
import { FormButton } from '../parts/form-button.tsx';
import { PageTabs } from '../parts/page-tabs.tsx';
import type { FormField } from '../parts/record-form.tsx';
import { RegionField } from '../parts/region-field.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { useUndo } from '../parts/undo.ts';
import classes from './admin-coverage-page.module.css';
import { type CoverageRule, type Service, standingAt } from './coverage-tree-rules.ts';
import { deliveryAdminWords } from './delivery-admin-words.ts';

type Region = ApiOutput<'GET /api/regions/tree'>['items'][number];

const changed = ['GET /api/admin/coverage-rules', 'GET /api/regions/coverage'] as const;
const services = ['standard', 'express'] as const;

export function AdminCoveragePage() {
  const words = useWords(deliveryAdminWords);
  const rules = useRead('GET /api/admin/coverage-rules', {});
  return (
    <>
      <PageTitle title={words.coverage} hint={words.coverageHint} />
      <ErrorNote error={rules.error} retry={() => void rules.refetch()} />
      {rules.isPending && <LoadingLines lines={8} />}
      {rules.data && (
        <PageTabs
          tabs={[
            { value: 'tree', label: words.treeTab, panel: <Tree rules={rules.data.items} /> },
            { value: 'rules', label: words.rulesTab, panel: <Rules rules={rules.data.items} /> },
          ]}
          filters={['service']}
        />
      )}
    </>
  );
}

const nameIn = (language: string, region: { name_zh: string; name_en: string }) =>
  language === 'zh' ? region.name_zh : region.name_en;

/** The country whose tree stands open at first. */
const firstCountry = 'CN';

function Tree({ rules }: { rules: readonly CoverageRule[] }) {
  const words = useWords(deliveryAdminWords);
  const [{ region }, setAddress] = useAddress({ region: '' });
  const countries = useRead('GET /api/regions', { level: 'country', page_size: 100 });
  const sought = useRead('GET /api/regions/{region_id}', { region_id: region }, { enabled: region !== '' });
  const openPath = sought.data?.path.map(({ region_id }) => region_id) ?? [firstCountry];
  return (
    <Stack>
      <Group>
        <RegionField
          label={words.searchRegion}
          value={region}
          onChange={(next) => setAddress({ region: next }, { push: true })}
        />
      </Group>
      <ErrorNote error={countries.error} retry={() => void countries.refetch()} />
      {countries.isPending && <LoadingLines lines={6} />}
      {countries.data && (
        <ul className={classes.tree}>
          {countries.data.items.map((country) => (
            <Branch
              key={`${country.region_id} ${openPath.join(' ')}`}
              region={Object.assign({ children_count: 1 }, country)}
              path={[country.region_id]}
              names={new Map()}
              rules={rules}
              openPath={openPath}
              sought={region}
            />
          ))}
        </ul>
      )}
    </Stack>
  );
}

interface BranchProps {
  region: Pick<Region, 'region_id' | 'level' | 'name_zh' | 'name_en'> & { children_count?: number };
  path: readonly string[];
  /** Of the regions above. */
  names: ReadonlyMap<string, { name_zh: string; name_en: string }>;
  rules: readonly CoverageRule[];
  openPath: readonly string[];
  sought: string;
}

function Branch({ region, path, names, rules, openPath, sought }: BranchProps) {
  const words = useWords(deliveryAdminWords);
  const language = useLanguage();
  const name = nameIn(language, region);
  const [isOpen, setOpen] = useState(openPath.includes(region.region_id) && region.region_id !== sought);
  const hasChildren = region.level !== 'district' && region.children_count !== 0;
  const children = useRead(
    'GET /api/regions/tree',
    { parent_id: region.region_id, level: nextLevel(region.level) },
    { enabled: isOpen && hasChildren, staleTime: 600_000 },
  );
  const known = new Map(names).set(region.region_id, region);
  return (
    <li>
      <div className={classes.line} data-sought={region.region_id === sought || undefined}>
        <div className={classes.name} style={{ paddingInlineStart: `${(path.length - 1) * 1.1}rem` }}>
          {hasChildren ? (
            <UnstyledButton
              className={classes.toggle}
              data-open={isOpen || undefined}
              aria-expanded={isOpen}
              aria-label={isOpen ? words.shut(name) : words.open(name)}
              onClick={() => setOpen(!isOpen)}
            >
              <ForwardIcon size={16} />
            </UnstyledButton>
          ) : (
            <span className={classes.toggle} />
          )}
          <span>{name}</span>
        </div>
        {services.map((service) => (
          <ServiceCell
            key={service}
            service={service}
            region={region}
            path={path}
            names={known}
            rules={rules}
          />
        ))}
      </div>
      {isOpen && hasChildren && (
        <>
          <ErrorNote error={children.error} retry={() => void children.refetch()} />
          {children.isPending && <Text className={classes.waiting}>{words.loading}</Text>}
          {children.data && (
            <ul>
              {children.data.items.map((child) => (
                <Branch
                  key={child.region_id}
                  region={child}
                  path={[...path, child.region_id]}
                  names={known}
                  rules={rules}
                  openPath={openPath}
                  sought={sought}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </li>
  );
}

const levels = ['country', 'province', 'city', 'district'] as const;
const nextLevel = (level: Region['level']): Region['level'] =>
  levels[Math.min(levels.indexOf(level) + 1, levels.length - 1)]!;

interface ServiceCellProps extends Pick<BranchProps, 'region' | 'path' | 'names' | 'rules'> {
  service: Service;
}

function ServiceCell({ service, region, path, names, rules }: ServiceCellProps) {
  const words = useWords(deliveryAdminWords);
  const language = useLanguage();
  const { rule, isOwn } = standingAt(rules, path, service);
  const from = rule?.region && names.get(rule.region.region_id);
  return (
    <div className={classes.service} data-own={isOwn || undefined}>
      <span className={classes.serviceName}>{words.service[service]}</span>
      <span>
        {rule ? (
          <>
            {isOwn && (
              <>
                <StateBadge tone={rule.allow ? 'good' : 'quiet'}>
                  {rule.allow ? words.covered : words.notCovered}
                </StateBadge>{' '}
              </>
            )}
            <Text span size="sm" c={isOwn ? undefined : 'dimmed'}>
              {!isOwn && (rule.allow ? words.covered : words.notCovered)}
              {!isOwn && rule.allow && comma(language)}
              {rule.allow && <RuleTerms rule={rule} />}
              {!isOwn && from && ` · ${words.inherited(nameIn(language, from))}`}
            </Text>
          </>
        ) : (
          <Text span size="sm" c="dimmed">
            {words.noRule}
          </Text>
        )}
      </span>
      <span className={classes.buttons}>
        <RuleButtons
          service={service}
          region={region}
          rule={isOwn ? rule : undefined}
          above={standingAt(rules, path.slice(0, -1), service).rule}
        />
      </span>
    </div>
  );
}

function RuleTerms({ rule }: { rule: CoverageRule }) {
  const words = useWords(deliveryAdminWords);
  const language = useLanguage();
  const { data } = useRead('GET /api/shipping/config', {}, { staleTime: 600_000 });
  const parts = [
    words.terms(rule.eta_min_days, rule.eta_max_days),
    rule.fee > 0 && data && words.feeText(moneyText(rule.fee, data.currency, language)),
    rule.cut_off && words.until(rule.cut_off),
  ];
  return listText(parts.filter((part) => typeof part === 'string' && part !== '') as string[], language);
}

interface RuleButtonsProps {
  service: Service;
  region: { region_id: string; name_zh: string; name_en: string };
  rule: CoverageRule | undefined;
  /** What holds once its own rule is gone. */
  above: CoverageRule | undefined;
}

type RuleFieldName = 'allow' | 'eta_min_days' | 'eta_max_days' | 'cut_off' | 'fee';

function ruleFields(words: (typeof deliveryAdminWords)['zh']): FormField<RuleFieldName>[] {
  const isAllowed = ({ allow }: Record<string, unknown>) => allow === true;
  return [
    { name: 'allow', label: words.allow, kind: 'switch' },
    { name: 'eta_min_days', label: words.etaMin, kind: 'whole', min: 0, max: 365, when: isAllowed },
    { name: 'eta_max_days', label: words.etaMax, kind: 'whole', min: 0, max: 365, when: isAllowed },
    {
      name: 'cut_off',
      label: words.cutOff,
      hint: words.cutOffHint,
      kind: 'time',
      empty: 'null',
      when: isAllowed,
    },
    { name: 'fee', label: words.fee, kind: 'amount', min: 0, when: isAllowed },
  ];
}

function RuleButtons({ service, region, rule, above }: RuleButtonsProps) {
  const words = useWords(deliveryAdminWords);
  const language = useLanguage();
  const { region_id } = region;
  const name = nameIn(language, region);
  const title = words.ruleTitle(name, words.service[service]);
  const showDone = useUndo([...changed]);
  const remove = useAct('DELETE /api/admin/coverage-rules/{rule_id}', { changes: [...changed] });
  const intro = (
    <Text size="sm" c="dimmed" mb="md">
      {words.reaches(name)}
    </Text>
  );
  if (!rule) {
    return (
      <FormButton
        route="POST /api/admin/coverage-rules"
        label={words.addRule}
        title={title}
        look={
          {
            size: 'compact-xs',
            variant: 'subtle',
            'aria-label': words.addRule + colon(language) + title,
          } as object
        }
        intro={intro}
        fixed={{ region_id, service }}
        initial={{ allow: true, eta_min_days: 1, eta_max_days: 3, fee: 0 }}
        fields={ruleFields(words)}
        changes={[...changed]}
        submit={words.save}
        onDone={({ rule_id }) =>
          showDone(words.saved, () => api('DELETE /api/admin/coverage-rules/{rule_id}', { rule_id }))
        }
      />
    );
  }
  const { rule_id, allow, eta_min_days, eta_max_days, cut_off, fee } = rule;
  const before = { allow, eta_min_days, eta_max_days, cut_off, fee };
  return (
    <>
      <FormButton
        route="PUT /api/admin/coverage-rules/{rule_id}"
        label={words.editRule}
        title={title}
        look={{ size: 'compact-xs', 'aria-label': words.editRule + colon(language) + title } as object}
        intro={intro}
        fixed={{ rule_id }}
        initial={before}
        fields={ruleFields(words)}
        changes={[...changed]}
        submit={words.save}
        onDone={() =>
          showDone(words.saved, () =>
            api('PUT /api/admin/coverage-rules/{rule_id}', Object.assign({ rule_id }, before)),
          )
        }
      />
      <ConfirmButton
        size="compact-xs"
        variant="subtle"
        color="seal"
        aria-label={words.removeRule + colon(language) + title}
        title={words.removeTitle(name)}
        text={words.removeText(above?.allow ? words.covered : words.notCovered)}
        confirm={words.removeRule}
        act={async () => {
          await remove.runAsync({ rule_id });
          showDone(words.removed, () =>
            api('POST /api/admin/coverage-rules', Object.assign({ region_id, service }, before)),
          );
        }}
      >
        ✕
      </ConfirmButton>
    </>
  );
}

function Rules({ rules }: { rules: readonly CoverageRule[] }) {
  const words = useWords(deliveryAdminWords);
  const language = useLanguage();
  const [{ service }, setAddress] = useAddress({ service: '', page: 1 });
  const { data } = useRead('GET /api/shipping/config', {}, { staleTime: 600_000 });
  const nameOf = ({ region }: CoverageRule) => (region ? nameIn(language, region) : '–');
  return (
    <DataTable<CoverageRule>
      label={words.rulesTab}
      rows={rules.filter((rule) => service === '' || rule.service === service)}
      rowKey={({ rule_id }) => rule_id}
      searchText={(rule) => `${nameOf(rule)} ${rule.region?.name_en ?? ''} ${rule.region?.name_zh ?? ''}`}
      rowTarget={({ region }) =>
        region ? { to: '/coverage', search: { region: region.region_id } } : undefined
      }
      exportName="coverage-rules"
      empty={<EmptyState title={words.noRules} />}
      filters={
        <FilterSelect
          label={words.coverage}
          value={service}
          options={services.map((value) => ({ value, label: words.service[value] }))}
          onChange={(next) => setAddress({ service: next, page: 1 })}
        />
      }
      columns={[
        { key: 'region', title: words.region, cell: nameOf, sortBy: nameOf },
        {
          key: 'service',
          title: words.coverage,
          cell: (rule) => words.service[rule.service],
          sortBy: (rule) => words.service[rule.service],
        },
        {
          key: 'allow',
          title: words.state,
          isMark: true,
          cell: ({ allow }) => (
            <StateBadge tone={allow ? 'good' : 'quiet'}>
              {allow ? words.covered : words.notCovered}
            </StateBadge>
          ),
          sortBy: ({ allow }) => (allow ? 0 : 1),
        },
        {
          key: 'eta',
          title: words.eta,
          align: 'right',
          cell: ({ allow, eta_min_days, eta_max_days }) => allow && words.terms(eta_min_days, eta_max_days),
          sortBy: ({ eta_max_days }) => eta_max_days,
        },
        {
          key: 'fee',
          title: words.fee,
          align: 'right',
          cell: ({ allow, fee }) => allow && data && <Money amount={fee} currency={data.currency} />,
          sortBy: ({ fee }) => fee,
        },
        {
          key: 'updated',
          title: words.updated,
          // What came with the installation was never changed.
          cell: ({ updated_at }) =>
            Date.parse(updated_at) > 0 ? <Moment time={updated_at} style="date" /> : null,
          sortBy: ({ updated_at }) => updated_at,
        },
      ]}
    />
  );
}
