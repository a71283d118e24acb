/**
 * The points at which a power cut would matter. Owns their names. A test stops the process there; nothing else may hang on them.
 */

/** In the order in which one job passes them. */
export const boundaryNames = [
  'spool:committed',
  'spool:acknowledged',
  'fetch:started',
  'fetch:middle',
  'fetch:done',
  'prepare:started',
  'prepare:done',
  'submit:intended',
  'submit:created',
  'submit:created-journalled',
  'submit:sending-journalled',
  'submit:handed-over',
  'submit:sent',
  'submit:sent-journalled',
  'watch:completed',
  'watch:printed',
  'report:sent',
  'report:acknowledged',
] as const;

/** Between the first byte of a document and the line about its acknowledgement: whoever dies there can't know what is on paper. */
export const untoldBoundaryNames: readonly BoundaryName[] = [
  'submit:sending-journalled',
  'submit:handed-over',
  'submit:sent',
];

export type BoundaryName = (typeof boundaryNames)[number];

/** Called synchronously at each boundary. */
export type OnBoundary = (name: BoundaryName) => void;
