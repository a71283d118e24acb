/** For tests of pre-orders: a cloud with an owner and a guest, and the calls that they make again and again. */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { expect } from 'vitest';
import {
  type Reply,
  startTestCloud,
  type TestAccount,
  type TestCloud,
} from '../../../test/fixtures/cloud.ts';
import type { EmptyDatabase } from '../../../test/fixtures/databases.ts';

export const hourMs = 3_600_000;
export const fixedSpec = {
  title: 'Class 3b',
  order_type: 'photo',
  spec_mode: 'fixed',
  size: '4x6',
  paper_type: 'glossy',
};

export interface PreOrderBench {
  cloud: TestCloud;
  owner: TestAccount;
  guest: TestAccount;
  /** Ids of fresh uploads. */
  photosOf(account: TestAccount, count: number): Promise<string[]>;
  /** An open pre-order of the owner's. */
  opened(more?: object): Promise<Reply['body']>;
  submit(account: TestAccount, code: string, photoIds: string[], more?: object): Promise<Reply>;
  /** What anybody with the code sees. */
  share(code: string): Promise<Record<string, unknown>>;
  pathOf(preOrder: { pre_order_id: string }): string;
  setStatus(preOrder: { pre_order_id: string }, status: string): Promise<Reply>;
  review(preOrder: { pre_order_id: string }, submissionId: string, more: object): Promise<Reply>;
}

export async function openPreOrderBench(database: EmptyDatabase): Promise<PreOrderBench> {
  const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 3 });
  const cloud = await startTestCloud(database);
  const owner = await cloud.account();
  const guest = await cloud.account();
  const pathOf: PreOrderBench['pathOf'] = (preOrder) => `/api/user/pre-orders/${preOrder.pre_order_id}`;
  return {
    cloud,
    owner,
    guest,
    pathOf,
    async photosOf(account, count) {
      const ids = [];
      for (let i = 0; i < count; i++)
        ids.push((await account.upload('/api/photos/upload', jpeg)).body.photo_id);
      return ids;
    },
    async opened(more = {}) {
      const made = await owner.call('POST', '/api/user/pre-orders', {
        ...fixedSpec,
        status: 'open',
        ...more,
      });
      expect(made.body.error).toBeUndefined();
      return made.body;
    },
    submit: (account, code, photo_ids, more = {}) =>
      account.call('POST', `/api/share/${code}/submit`, { photo_ids, ...more }),
    share: async (code) =>
      (await (await fetch(`${cloud.url}/api/share/${code}`)).json()) as Record<string, unknown>,
    setStatus: (preOrder, status) => owner.call('PUT', `${pathOf(preOrder)}/status`, { status }),
    review: (preOrder, id, more) => owner.call('POST', `${pathOf(preOrder)}/submissions/${id}/review`, more),
  };
}
