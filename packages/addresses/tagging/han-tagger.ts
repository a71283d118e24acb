/**
 * What each part of a text in Chinese characters is, as the network that learnt from messages tells it. Owns the network
 * (han-network.bin, made by tools/address-network/learn_labels.py) and the step from tokens to characters.
 */
import { type HanText, hanFeatures, hanTokens, maxTokens } from './han-features.ts';
import { readNetwork, tagNetwork } from './label-network.ts';
import { listSpans } from './linear-chain.ts';

export type HanKind = 'name' | 'region' | 'street' | 'firm' | 'other' | 'away';

/** A run of characters that is one thing. */
export interface HanSpan {
  kind: HanKind;
  start: number;
  end: number;
  /** How likely it is just this, from its first character to its last. */
  probability: number;
}

const network = readNetwork(new URL('./han-network.bin', import.meta.url), maxTokens);

/** What the parts of a text are. */
export interface HanTagging {
  /** The likeliest reading of the whole text, in its order. */
  spans: HanSpan[];
  /** How likely the text has none of a kind, by the token that looks most like the beginning of one. */
  measureNone: (kind: HanKind) => number;
}

export function tagHan(text: HanText): HanTagging {
  const tokens = hanTokens(text.sheet);
  if (tokens.count === 0) return { spans: [], measureNone: () => 1 };
  const tagging = tagNetwork(network, hanFeatures(text, tokens));
  const spans = listSpans(tagging).map(({ kind, from, to, probability }) => ({
    kind: kind as HanKind,
    start: tokens.starts[from]!,
    end: tokens.ends[to - 1]!,
    probability,
  }));
  const measureNone = (kind: HanKind): number => {
    const begin = tagging.labels.indexOf(`B-${kind}`);
    let most = 0;
    for (let token = 0; token < tokens.count; token++)
      most = Math.max(most, tagging.marginals[token * tagging.labels.length + begin]!);
    return 1 - most;
  };
  return { spans, measureNone };
}
