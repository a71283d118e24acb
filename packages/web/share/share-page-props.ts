/** What each of the guest's pages is given. */

export interface SharePageProps {
  /** What the path says: the order number, the code of a link; empty where it says nothing. */
  part: string;
}
