/** The shop's rules as the cloud last told them, kept over restarts and outages. Owns which version counts. */
import { defaultShopRules, type ShopRules, shopRules } from '@platen/contracts/agent-protocol';
import type { AgentLog } from '../machine/agent-log.ts';
import type { FactStore } from '../spool/fact-store.ts';

export interface LocalShopRules {
  readonly now: ShopRules;
  /** Takes rules unless newer ones are known; those of a cloud that is older than this agent are older too. */
  take(rules: ShopRules): void;
}

/** As they were kept last. */
export function readShopRules(facts: Pick<FactStore, 'find'>): ShopRules {
  const kept = facts.find('rules');
  const read = kept === undefined ? undefined : shopRules.safeParse(JSON.parse(kept));
  return read?.success ? read.data : defaultShopRules;
}

export function createLocalShopRules(facts: FactStore, log: AgentLog): LocalShopRules {
  let now = readShopRules(facts);
  return {
    get now() {
      return now;
    },
    take(rules) {
      if (rules.version <= now.version) return;
      facts.set('rules', JSON.stringify(rules));
      now = rules;
      log('info', 'shop-rules.taken', { ...rules });
    },
  };
}
