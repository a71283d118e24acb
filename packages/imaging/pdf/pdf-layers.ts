/**
 * Owns which layers (optional content, ISO 32000-1 section 8.11) are on paper, as PDFium has it when it prints: the state for
 * printing of the layer itself, else its state on the screen, else the document's configuration. Programs read
 * configurations differently; what is printed only has layers that are on for all of them or off for all of them. Pure.
 */
import { getCatalog, type PdfFile } from './pdf-file.ts';
import { PdfIrregular } from './pdf-reader.ts';
import { dictOf, type PdfArray, type PdfDict, type PdfValue, wordOf } from './pdf-value.ts';

const maxExpressionDepth = 32;
/** Terms that are looked at for one combination: expressions may share their terms, and few of them make a tree without an end. */
const maxTerms = 10_000;

export interface PdfLayers {
  /** Whether what belongs to this layer, or to this combination of layers, is printed; true for no layer at all. */
  isPrinted(layer: PdfValue | undefined): boolean;
}

/** The layers of a document. */
export function readLayers(file: PdfFile): PdfLayers {
  const properties = dictOf(file.resolve(getCatalog(file).get('OCProperties')));
  const arrayOf = (value: PdfValue | undefined): PdfArray => {
    const found = file.resolve(value);
    return Array.isArray(found) ? found : [];
  };
  const members = new Map<PdfArray, Set<PdfValue>>();
  const holds = (value: PdfValue | undefined, layer: PdfDict): boolean => {
    const list = file.resolve(value);
    if (!Array.isArray(list)) return false;
    const known = members.get(list) ?? new Set(list.map((one) => file.resolve(one)));
    members.set(list, known);
    return known.has(layer);
  };
  const isForViewing = (intent: PdfValue | undefined, without: boolean): boolean => {
    const found = file.resolve(intent);
    if (found === null) return without;
    const words = Array.isArray(found) ? found : [found];
    return words.some((word) => /^(All|View)$/.test(wordOf(file.resolve(word))));
  };

  const findConfiguration = (layer: PdfDict): PdfDict | undefined => {
    if (!properties || !holds(properties.get('OCGs'), layer)) return undefined;
    const others = arrayOf(properties.get('Configs')).map((one) => dictOf(file.resolve(one)));
    const other = others.find((one) => one && isForViewing(one.get('Intent'), false));
    return other ?? dictOf(file.resolve(properties.get('D')));
  };

  const stateByConfiguration = (layer: PdfDict): boolean => {
    const configuration = findConfiguration(layer);
    if (!configuration) return true;
    if (holds(configuration.get('OFF'), layer)) return false;
    if (holds(configuration.get('ON'), layer)) return true;
    return wordOf(file.resolve(configuration.get('BaseState'))) !== 'OFF';
  };

  const stateByUsage = (layer: PdfDict): boolean | undefined => {
    const usage = dictOf(file.resolve(layer.get('Usage')));
    for (const [kind, key] of usageStates) {
      const state = dictOf(file.resolve(usage?.get(kind)));
      if (state?.has(key)) return wordOf(file.resolve(state.get(key))) !== 'OFF';
    }
    return undefined;
  };

  const isLayerPrinted = (layer: PdfDict): boolean =>
    !isForViewing(layer.get('Intent'), true) || (stateByUsage(layer) ?? stateByConfiguration(layer));

  let termsLeft = 0;
  const isTrue = (expression: PdfArray, depth = 0): boolean => {
    if (depth > maxExpressionDepth) return false;
    termsLeft -= expression.length;
    if (termsLeft < 0) throw new PdfIrregular('layers combined without an end');
    const operator = wordOf(file.resolve(expression[0]));
    const terms = expression.slice(1).map((term) => file.resolve(term));
    const values = terms.flatMap((term) => {
      if (Array.isArray(term)) return [isTrue(term, depth + 1)];
      const layer = dictOf(term);
      return layer ? [isLayerPrinted(layer)] : [];
    });
    if (operator === 'Not') return values[0] === false;
    if (operator === 'Or') return values.includes(true);
    return operator === 'And' && values.length > 0 && !values.includes(false);
  };

  const isCombinationPrinted = (combination: PdfDict): boolean => {
    const expression = file.resolve(combination.get('VE'));
    if (Array.isArray(expression)) {
      termsLeft = maxTerms;
      return isTrue(expression);
    }
    const members = file.resolve(combination.get('OCGs'));
    if (members instanceof Map) return isLayerPrinted(members);
    const layers = arrayOf(members).flatMap((one) => dictOf(file.resolve(one)) ?? []);
    if (layers.length === 0) return true;
    const states = layers.map(isLayerPrinted);
    const policy = wordOf(file.resolve(combination.get('P'))) || 'AnyOn';
    if (policy === 'AllOn') return !states.includes(false);
    if (policy === 'AllOff') return !states.includes(true);
    return states.includes(policy !== 'AnyOff');
  };

  return {
    isPrinted(value) {
      const layer = dictOf(file.resolve(value));
      if (!layer) return true;
      const type = wordOf(file.resolve(layer.get('Type'))) || 'OCG';
      return type === 'OCG' ? isLayerPrinted(layer) : isCombinationPrinted(layer);
    },
  };
}

const usageStates = [
  ['Print', 'PrintState'],
  ['View', 'ViewState'],
] as const;
