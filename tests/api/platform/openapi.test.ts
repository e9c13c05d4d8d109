import { beforeAll, expect, test } from 'vitest';
import { calls } from '#contract/shop/calls.ts';
import { studioCalls } from '#contract/studio/calls.ts';
import type { Call } from '#contract/wire/call.ts';
import { templatePattern } from '#contract/wire/url-template.ts';
import { createApp } from '#server/app.ts';
import { makeServices } from '#tests/support/make-services.ts';

interface Operation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
}

interface Document {
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

let document: Document;

beforeAll(async () => {
  const app = createApp(await makeServices());
  document = (await (await app.request('/api/openapi.json')).json()) as Document;
});

const all = [...Object.values(calls), ...Object.values(studioCalls)] as const;

function operationOf({ path, method }: Call): Operation | undefined {
  return document.paths[path]?.[method.toLowerCase()];
}

test('describes every call of the shop and the studio, each with a unique name', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

  expect(all.filter((each) => !operationOf(each))).toEqual([]);
  expect(operations).toHaveLength(all.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(all.length);
});

test('says who may call: a buyer with a token, the studio with its cookie', () => {
  for (const each of all) {
    const written = {
      anyone: [],
      provider: [],
      account: [{ session: [] }],
      approved: [{ session: [] }],
      accountOwner: [{ session: [] }],
      colleague: [{ session: [] }],
      studio: [{ studio: [] }],
      owner: [{ owner: [] }],
    }[each.access];
    expect([each.path, operationOf(each)?.security]).toEqual([each.path, written]);
  }
  expect(document.components.securitySchemes).toMatchObject({
    session: { type: 'http', scheme: 'bearer' },
    studio: { type: 'apiKey', in: 'cookie', name: 'pinwheel-studio' },
  });
});

test('describes each path parameter, and the media type of each body', () => {
  for (const each of all) {
    const operation = operationOf(each);
    // A template is one of its own paths.
    const inPath = Object.keys(templatePattern(each.path).exec(each.path)?.groups ?? {});
    const named = operation?.parameters.filter((parameter) => parameter.in === 'path');
    expect([each.path, named?.map(({ name }) => name)]).toEqual([each.path, inPath]);
  }
  const media = (path: string, method: string) =>
    Object.keys(document.paths[path]?.[method]?.requestBody?.content ?? {});
  expect(media('/api/cart/add', 'post')).toEqual(['application/json']);
  expect(media('/api/custom-orders', 'post')).toEqual(['multipart/form-data']);
  expect(media('/api/studio/uploads/{uploadId}', 'patch')).toEqual(['application/octet-stream']);
  expect(media('/api/studio/designs/{id}', 'put')).toEqual(['application/json']);
});

test('names what answers share, and refers to nothing that has no name', () => {
  const written = JSON.stringify(document);
  const references = [...written.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to);
  const known = Object.keys(document.components.schemas).map(
    (name) => `#/components/schemas/${name}`,
  );

  expect(references).toContain('#/components/schemas/Product');
  expect(references.filter((to) => !known.includes(to ?? ''))).toEqual([]);
  expect(known.filter((name) => !references.includes(name))).toEqual([]);
  expect(written).not.toMatch(/"\$(schema|defs)"|"definitions"/);
});

test('is built once and then served from memory, with an ETag', async () => {
  const services = await makeServices();
  let built = 0;
  const env = new Proxy(services.env, {
    get(target, name) {
      if (name === 'publicUrl') built += 1;
      return Reflect.get(target, name);
    },
  });
  const app = createApp({ ...services, env });
  built = 0;

  const first = await app.request('/api/openapi.json');
  const etag = first.headers.get('etag') ?? '';
  const again = await app.request('/api/openapi.json');
  const unchanged = await app.request('/api/openapi.json', { headers: { 'If-None-Match': etag } });

  expect(etag).not.toBe('');
  expect(await again.text()).toBe(await first.text());
  expect([first.status, again.status, unchanged.status]).toEqual([200, 200, 304]);
  expect(first.headers.get('content-type')).toContain('application/json');
  expect(built).toBe(1);
});
