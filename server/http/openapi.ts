import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { apiBase, type Call, calls } from '#contract/calls.ts';
import { problemSchema } from '#contract/problem.ts';

/** What checks in code can't be said in JSON Schema is left out, not refused. */
function schemaOf(schema: GenericSchema, typeMode: 'input' | 'output'): object {
  return toJsonSchema(schema, { typeMode, errorMode: 'ignore' });
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

/** A body's schema; files travel beside its fields. */
function bodySchema(body: GenericSchema, filesField: string | undefined): object {
  const schema = schemaOf(body, 'input') as { properties?: object };
  if (filesField === undefined) return schema;
  const files = { type: 'array', items: { type: 'string', format: 'binary' } };
  return { ...schema, properties: { ...schema.properties, [filesField]: files } };
}

/** The OpenAPI 3.1 document of every call, from the same table and schemas that route and validate. */
export function openApiDocument(publicUrl: string): object {
  const routes: Record<string, Record<string, object>> = {};
  for (const [name, entry] of Object.entries(calls)) {
    const call: Call = entry;
    const media = call.bodyType === 'multipart' ? 'multipart/form-data' : 'application/json';
    const key = apiBase + call.path;
    routes[key] ??= {};
    routes[key][call.method.toLowerCase()] = {
      operationId: name,
      summary: call.summary,
      ...(call.access === 'account' || call.access === 'approved'
        ? { security: [{ session: [] }] }
        : {}),
      parameters: [
        ...parametersOf(call.params, 'path'),
        ...parametersOf(call.query, 'query'),
        ...(call.isIdempotent
          ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }]
          : []),
      ],
      ...(call.body && {
        requestBody: {
          required: true,
          content: { [media]: { schema: bodySchema(call.body, call.filesField) } },
        },
      }),
      responses: {
        200: {
          description: 'Done',
          content: { 'application/json': { schema: schemaOf(call.answer, 'output') } },
        },
        default: {
          description: 'Refused: branch on code',
          content: { 'application/json': { schema: schemaOf(problemSchema, 'output') } },
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pinwheel', version: '1' },
    servers: [{ url: publicUrl }],
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    paths: routes,
  };
}
