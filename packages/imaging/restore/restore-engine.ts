/** Which restoration this is: raised whenever the same photo and options would give other bytes. */
export const restoreEngine = 'platen-8';
