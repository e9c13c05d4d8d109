import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { Hono } from 'hono';
import type { GenericSchema } from 'valibot';
import { userSchema } from '#contract/shop/account.ts';
import { type Access, calls } from '#contract/shop/calls.ts';
import { cartItemSchema, cartSchema } from '#contract/shop/cart.ts';
import { licenceTextSchema } from '#contract/shop/licence-text.ts';
import { orderItemSchema, orderSchema } from '#contract/shop/order.ts';
import { productPageSchema, productSchema } from '#contract/shop/product.ts';
import { wishlistSchema } from '#contract/shop/wishlist.ts';
import { studioUserSchema } from '#contract/studio/account.ts';
import { auditLineSchema } from '#contract/studio/audit.ts';
import { buyerSchema } from '#contract/studio/buyers.ts';
import { fileAnswerSchema, type StudioAccess } from '#contract/studio/call.ts';
import { studioCalls } from '#contract/studio/calls.ts';
import { studioCouponSchema } from '#contract/studio/coupons.ts';
import { designSchema } from '#contract/studio/design-record.ts';
import { designFilesSchema } from '#contract/studio/files.ts';
import { importSchema } from '#contract/studio/imports.ts';
import { studioOrderSchema } from '#contract/studio/orders.ts';
import type { Call, CallTable } from '#contract/wire/call.ts';
import { messageSchema } from '#contract/wire/fields.ts';
import { problemSchema } from '#contract/wire/problem.ts';
import type { Env } from '../platform/env.ts';
import { type EncodedText, encodedText, respondText } from '../platform/http/encoded-text.ts';
import { sessionCookie } from '../staff/session-cookie.ts';

const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', description: 'A buyer, by the token of a sign-in.' },
  studio: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description:
      'A staff member. A call that changes something must also come from the shop’s own origin.',
  },
  owner: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description: 'The same, of a staff member who is an owner.',
  },
};

/** The scheme that each access needs. The provider's signature is none of them. */
const schemeOf: Readonly<Partial<Record<Access | StudioAccess, keyof typeof securitySchemes>>> = {
  account: 'session',
  approved: 'session',
  accountOwner: 'session',
  colleague: 'session',
  studio: 'studio',
  owner: 'owner',
};

const bytes = { type: 'string', format: 'binary' };

/** What answers share, as components with these names. */
const named = {
  Problem: problemSchema,
  Product: productSchema,
  ProductPage: productPageSchema,
  User: userSchema,
  Cart: cartSchema,
  CartItem: cartItemSchema,
  Wishlist: wishlistSchema,
  Order: orderSchema,
  OrderItem: orderItemSchema,
  LicenceText: licenceTextSchema,
  Design: designSchema,
  DesignFiles: designFilesSchema,
  StudioOrder: studioOrderSchema,
  StudioCoupon: studioCouponSchema,
  StudioUser: studioUserSchema,
  Buyer: buyerSchema,
  AuditLine: auditLineSchema,
  Import: importSchema,
  Message: messageSchema,
};

const conversion = {
  // The dialect of OpenAPI 3.1.
  target: 'draft-2020-12',
  // Checks made in code have no JSON Schema; they are left out instead of failing.
  errorMode: 'ignore',
  overrideRef: ({ referenceId }: { readonly referenceId: string }) =>
    `#/components/schemas/${referenceId}`,
} as const;

function schemaOf(schema: GenericSchema, typeMode: 'input' | 'output'): object {
  const options = { ...conversion, typeMode, definitions: named };
  const { $schema: _, $defs: __, ...converted } = toJsonSchema(schema, options);
  return converted;
}

function content(media: string, schema: object): object {
  return { content: { [media]: { schema } } };
}

function parametersOf(schema: GenericSchema | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }));
}

/** The content of a body; a form's files are next to its fields. Null if the call has no body. */
function bodyOf({ body, bodyType, filesField }: Call): object | null {
  if (bodyType === 'bytes') return content('application/octet-stream', bytes);
  if (!body) return null;
  const schema = schemaOf(body, 'input') as { properties?: object };
  const files = filesField && { [filesField]: { type: 'array', items: bytes } };
  return content(
    bodyType === 'multipart' ? 'multipart/form-data' : 'application/json',
    files ? { ...schema, properties: { ...schema.properties, ...files } } : schema,
  );
}

function describe(call: Call<Access | StudioAccess>): object {
  const scheme = schemeOf[call.access];
  const body = bodyOf(call);
  return {
    summary: call.summary,
    security: scheme ? [{ [scheme]: [] }] : [],
    parameters: [
      ...parametersOf(call.params, 'path'),
      ...parametersOf(call.query, 'query'),
      ...(call.isIdempotent || call.isRepeatable
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }]
        : []),
    ],
    ...(body && { requestBody: { required: true, ...body } }),
    responses: {
      200: {
        description: 'Done',
        ...(call.answer === fileAnswerSchema
          ? content('*/*', bytes)
          : content('application/json', schemaOf(call.answer, 'output'))),
      },
      default: {
        description: 'Refused: branch on code',
        ...content('application/json', schemaOf(problemSchema, 'output')),
      },
    },
  };
}

/** The OpenAPI 3.1 document of every call, from the tables and schemas that also route and validate. */
function openApiDocument(publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  function add(tag: string, table: CallTable<Access | StudioAccess>): void {
    for (const [name, call] of Object.entries(table)) {
      const { path, method } = call;
      paths[path] ??= {};
      // A name can be in both tables, such as `orders`.
      const operationId = tag === 'shop' ? name : `${tag}.${name}`;
      paths[path][method.toLowerCase()] = { operationId, tags: [tag], ...describe(call) };
    }
  }
  add('shop', calls);
  add('studio', studioCalls);
  return {
    openapi: '3.1.0',
    info: { title: 'Pinwheel', version: '1' },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes,
      schemas: toJsonSchemaDefs(named, { ...conversion, typeMode: 'output' }),
    },
    paths,
  };
}

/** Serves the document. It never changes while the server runs, so it is built once, on the first request. */
export function openApiRoutes(app: Hono, env: Env): void {
  let document: EncodedText | undefined;
  app.get('/api/openapi.json', (context) => {
    document ??= encodedText(JSON.stringify(openApiDocument(env.publicUrl)));
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'public, no-cache' };
    return respondText(document, headers, (name) => context.req.header(name));
  });
}
