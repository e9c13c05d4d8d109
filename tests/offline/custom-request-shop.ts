import type { RequestContent } from '#offline/outbox/request-rules.ts';
import { createApp } from '#server/app.ts';
import { openOrCloseCommissions } from '#server/commissions/open-or-close.ts';
import { terminal } from '#server/platform/audit/record-action.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { type FileStore, StoreUnreachable } from '#server/platform/files/file-store.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { picture } from '#tests/support/pictures.ts';
import { createTestBrowser } from './test-device.ts';

type Fault =
  | 'none'
  | 'lost'
  | 'unheard'
  | 'gateway'
  | 'portal'
  | 'poison'
  | 'broken'
  | 'too large'
  | 'cut'
  | 'held back'
  | 'signed out'
  | 'no files';

export const fields = {
  name: 'Hazel',
  email: 'hazel@shop.example',
  designType: 'Exclusive',
  description: 'Foxes under a paper moon',
};
export const words: RequestContent = { fields, images: [] };

export async function withPictures(): Promise<RequestContent> {
  const file = async (name: string) =>
    new File([new Uint8Array(await picture('png'))], name, { type: 'image/png' });
  const images = [
    { id: 'one', file: await file('fox.png') },
    { id: 'two', file: await file('moon.png') },
  ];
  return { fields, images };
}

/** A browser in front of the real server, over a network that can fail on the way there or back. */
export async function setUp() {
  const services = await makeServices();
  let fault: Fault = 'none';
  const whileThere = async () => {
    if (fault === 'no files') throw new StoreUnreachable('The bucket', 'ECONNREFUSED');
  };
  const files: FileStore = {
    ...services.files,
    check: whileThere,
    putUpload: (bytes) => whileThere().then(() => services.files.putUpload(bytes)),
  };
  const app = createApp({ ...services, files });
  let meanwhile = () => {};
  let arrived: () => void | Promise<void> = () => {};
  const posted: string[] = [];
  const setStatus = (status: 'On' | 'Off') =>
    makeAuditedChange(services, terminal, (change) => openOrCloseCommissions(change, status));
  await setStatus('On');
  const browser = createTestBrowser({
    async fetch(input, init) {
      const request = new Request(input as Request, init);
      if (request.method === 'POST') posted.push(request.url);
      else meanwhile();
      if (request.method === 'POST' && fault === 'too large')
        return new Response('', { status: 413 });
      if (request.method === 'POST' && fault === 'signed out') {
        return Response.json({ message: 'Sign in', code: 'NOT_SIGNED_IN' }, { status: 401 });
      }
      if (request.method === 'POST' && fault === 'held back') {
        const headers = { 'Retry-After': '120' };
        return Response.json({ message: 'Later', code: 'TOO_MANY' }, { status: 429, headers });
      }
      if (request.method === 'POST' && fault === 'cut') throw new TypeError('Failed to fetch');
      if (fault === 'lost') throw new TypeError('Failed to fetch');
      if (fault === 'portal') return new Response('<html>Buy minutes</html>');
      if (fault === 'broken' || (fault === 'poison' && request.method === 'POST')) {
        return Response.json({ message: 'Oh dear', code: 'INTERNAL' }, { status: 500 });
      }
      const response = await app.request(request);
      if (request.method === 'POST') await arrived();
      request.signal.throwIfAborted();
      if (fault === 'gateway' && request.method === 'POST') {
        return new Response('<html>Bad gateway</html>', { status: 502 });
      }
      if (fault === 'unheard' && request.method === 'POST') throw new TypeError('Failed to fetch');
      return response;
    },
  });
  const read = services.database.read;
  return {
    browser,
    services,
    /** URLs to which something was sent, whether it arrived or not. */
    posted,
    setStatus,
    setFault: (next: Fault) => {
      fault = next;
    },
    /** Runs `task` once something that was sent has arrived, before its answer is on its way. */
    setArrived: (task: () => void | Promise<void>) => {
      arrived = task;
    },
    /** Runs `task` while a request to the shop is under way. */
    whileAsked: (task: () => void) => {
      meanwhile = task;
    },
    async received() {
      const requests = await read.selectFrom('customRequests').selectAll().execute();
      const images = await read.selectFrom('customRequestImages').selectAll().execute();
      return { requests: requests.map(({ description }) => description), images: images.length };
    },
  };
}
