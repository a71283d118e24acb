/** What a caller is told of a file that image processing refuses: for good, or for now. */
import { AppError } from '@platen/contracts/app-error';
import { type ImagingRefusal, isProvenAgainstFile } from '@platen/imaging/imaging-refusal';

/** Long enough for a machine that is busy with somebody else's pictures. */
const retryAfterSeconds = 5;

/**
 * Unprocessable where the file itself is to blame. A deadline that was missed and a process that was killed say as much about the machine: then
 * rate_limited, and the same request may be good in a moment. `where` names the field, with its colon.
 */
export function pictureRefusal(error: ImagingRefusal, where = ''): AppError {
  if (isProvenAgainstFile(error)) return new AppError('unprocessable', where + error.message);
  return new AppError('rate_limited', `${where}${error.message} Try again in a moment.`, {
    retryAfterSeconds,
  });
}
