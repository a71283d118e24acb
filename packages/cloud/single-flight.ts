/** Making what several ask for at the same moment once, and not too much of it at a time. Owns who waits for whom; keeps nothing that is made. */
import { AppError } from '@platen/contracts/app-error';

const retryAfterSeconds = 5;

/** The one that is being made under this key, else `make` begins. Throws rate_limited with `tooMany` when more than `max` are being made. */
export function createSingleFlight<T>({
  max,
  tooMany,
}: {
  max: number;
  tooMany: string;
}): (key: string, make: () => Promise<T>) => Promise<T> {
  const making = new Map<string, Promise<T>>();
  return async (key, make) => {
    let promise = making.get(key);
    if (!promise) {
      if (making.size >= max) throw new AppError('rate_limited', tooMany, { retryAfterSeconds });
      promise = make().finally(() => making.delete(key));
      making.set(key, promise);
    }
    return await promise;
  };
}
