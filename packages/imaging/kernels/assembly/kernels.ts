/** The kernels that packages/imaging calls. Memory belongs to the caller: nothing here allocates or keeps anything. */
export { joinRow, joinRowByTable, splitRow, splitRowByTable } from './colour-kernel';
export { inpaint } from './inpaint-kernel';
export { invert, lineContrasts, lineCrossings, lineMeans, lineStrongest, lineSupport } from './lines-kernel';
export { slideMarked, slideMarkedWork } from './marked-dct-kernel';
export { median, medianWork } from './median-kernel';
export { layFirst, layMixed, laySeparable, slideHighest } from './network-kernel';
export {
  choosePatches,
  detectPatches,
  measurePatches,
  openPatches,
  votePatches,
} from './patch-kernel';
export {
  addEnlarged,
  convolvePair,
  convolvePairWork,
  convolveRow,
  gatherCells,
  readChances,
} from './rows-kernel';
export { boundRow, finishDct, slideDct, slideDctWork } from './sliding-dct-kernel';
export { blur, boxStatistics, discExtreme } from './window-kernel';

/** Where the caller's memory starts: what lies before belongs to the kernels. */
export function heapBase(): usize {
  return __heap_base;
}
