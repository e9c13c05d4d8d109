import { useState } from 'react';
import * as v from 'valibot';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { type ContentSection, contentSchemas } from '#contract/studio/content.ts';
import { type ContentVersion, contentCalls } from '#contract/studio/content-calls.ts';
import { contentFields, contentWith } from '#contract/studio/content-fields.ts';
import { lookSchema } from '#contract/studio/look-contrast.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import {
  changedFields,
  type FormShape,
  mergedDraft,
  type SharedDraft,
  savedDraft,
  settledDraft,
} from '../../ui/shared-draft.ts';
import { contentConflicts } from './content-conflicts.ts';
import type { Draft, FieldSpecs } from './content-fields.ts';

type Body = StudioCallInput<'publishContent'>['body'];
type TermsBody = StudioCallInput<'publishTerms'>['body'];

interface ContentFormOptions {
  readonly section: ContentSection;
  readonly specs: FieldSpecs;
  /** Newest first. */
  readonly versions: readonly [ContentVersion, ...ContentVersion[]];
  readonly onPublished: (answer: Versions) => void;
  /** Asks for what else the call needs; null: don't publish. */
  readonly askMore: () => Promise<object | null>;
  /** Reloads what somebody else published. Returns null if that failed. */
  readonly reload: () => Promise<Versions | null>;
}

interface Versions {
  readonly versions: ContentVersion[];
}

/** Fields that a colleague published too, each with who did. */
type Conflicts = Readonly<Record<string, string>>;

const unreachable = 'The shop can’t be reached. Nothing was published yet.';

/**
 * Edits and publishes what changed of a section. Edits stay until they are published, whatever somebody else
 * publishes; fields that weren't edited follow the version in force.
 */
export function useContentForm({
  section,
  specs,
  versions,
  askMore,
  onPublished,
  reload,
}: ContentFormOptions) {
  const [inForce] = versions;
  const [draft, setDraft] = useState(() => unedited(inForce));
  /** The version that the fields follow. */
  const [followed, setFollowed] = useState(inForce.version);
  const [found, setFound] = useState<Conflicts | null>(null);
  /** Errors show once publishing was tried, because a text that was just added is empty. */
  const [isTried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const shape = shapeOf(draft);
  const theirs = unedited(inForce).base;
  const content = contentWith(section, draft.typed);
  const errors = errorsOf(section === 'look' ? lookSchema : contentSchemas[section], content);
  const isValid = Object.keys(errors).length === 0;
  const isDirty = changedFields(shape, draft).length > 0;
  if (inForce.version > followed && !isSending) {
    setFollowed(inForce.version);
    setDraft(mergedDraft(shape, draft, unedited(inForce).base));
  }

  function unedited({ content: published }: ContentVersion): SharedDraft<Draft, Draft> {
    const fields = contentFields(section, published);
    return { base: fields, typed: fields };
  }

  function showVersion(version: ContentVersion): void {
    setDraft(unedited(version));
    setFound(null);
    setTried(false);
    setRefused({});
  }

  /** Shows the version that was published; what was typed since then stays. */
  function showPublished(version: ContentVersion, sent: SharedDraft<Draft, Draft>): void {
    const published = unedited(version).base;
    setDraft(({ typed }) => {
      const all = { base: { ...sent.base, ...published }, typed: { ...sent.typed, ...typed } };
      return savedDraft(shapeOf(all), sent, typed, published);
    });
    setFound(null);
    setTried(false);
    setRefused({});
  }

  /** Returns the version that is in force then. @throws ApiError */
  async function publish(
    changed: SharedDraft<Draft, Draft>,
    success: string,
    show: (version: ContentVersion) => void,
  ): Promise<number | null> {
    const more = await askMore();
    if (!more) return null;
    setSending(true);
    try {
      const body = { ...sentParts(section, changed), ...more };
      const answer =
        section === 'terms'
          ? await request(contentCalls.publishTerms, { body: body as TermsBody })
          : await request(contentCalls.publishContent, { body: { section, ...body } as Body });
      const [newest] = answer.versions;
      if (newest) {
        setFollowed(newest.version);
        show(newest);
      }
      onPublished(answer);
      toast.success(success);
      return newest?.version ?? null;
    } finally {
      setSending(false);
    }
  }

  /** Returns the version that was published; null if none was. */
  async function submit(): Promise<number | null> {
    setTried(true);
    if (!isValid || isSending) return null;
    try {
      const success = 'Published. The shop shows it in a moment.';
      return await publish(draft, success, (version) => showPublished(version, draft));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'CHANGED_MEANWHILE') await showConflicts(error.fields);
      else {
        setRefused(error.fields);
        toast.error(messageOf(error, unreachable));
      }
      return null;
    }
  }

  async function showConflicts(editors: Conflicts): Promise<void> {
    if (await reload()) setFound(editors);
    else toast.error(unreachable);
  }

  function settle(field: string, choice: 'mine' | 'theirs'): void {
    if (!found) return;
    const { [field]: _, ...others } = found;
    setDraft((now) => settledDraft(shape, now, field, theirs, choice));
    setFound(Object.keys(others).length > 0 ? others : null);
  }

  return {
    draft: content,
    isDirty,
    isSending,
    change(next: Draft) {
      setDraft(({ base }) => ({ base, typed: contentFields(section, next) }));
      setRefused({});
    },
    submit,
    discard: () => showVersion(inForce),
    /** Publishes an earlier version again. @throws ApiError */
    async restore(version: ContentVersion): Promise<void> {
      const changed = { base: unedited(inForce).base, typed: unedited(version).base };
      const success = `Version ${version.version} is published again.`;
      try {
        await publish(changed, success, showVersion);
      } catch (error) {
        // The next try starts from what somebody else published.
        if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') await reload();
        throw error;
      }
    },
    errorAt: (path: string) => (isTried ? errors[path] : undefined) ?? refused[path],
    /** The props of `Conflicts` while a colleague's values and these differ; null otherwise. */
    conflicts: found && {
      conflicts: contentConflicts({ section, specs }, found, draft.typed, theirs),
      onSettle: settle,
    },
  };
}

/** The parts of a section with changed fields, null for none, because JSON leaves out what is undefined. */
function sentParts(section: ContentSection, { base, typed }: SharedDraft<Draft, Draft>) {
  const changed = changedFields(shapeOf({ base, typed }), { base, typed });
  const parts = [...new Set(changed.map((field) => field.split('.')[0] ?? field))];
  const [from, to] = [contentWith(section, base), contentWith(section, typed)];
  const sent = (content: Draft) =>
    Object.fromEntries(parts.map((part) => [part, content[part] ?? null]));
  return { base: sent(from), changes: sent(to) };
}

/** Fields that are edited as they are saved. */
function shapeOf({ base, typed }: SharedDraft<Draft, Draft>): FormShape<Draft, Draft> {
  const fields = Object.keys({ ...base, ...typed });
  const same = (values: Draft) => values;
  const parts = Object.fromEntries(fields.map((field) => [field, [field]]));
  return { typedFrom: same, editedFrom: same, parts };
}

/** The first error of each field, by its path. */
function errorsOf(schema: v.GenericSchema, draft: Draft): Readonly<Record<string, string>> {
  const parsed = v.safeParse(schema, draft);
  if (parsed.success) return {};
  const errors: Record<string, string> = {};
  for (const issue of parsed.issues) errors[v.getDotPath(issue) ?? ''] ??= issue.message;
  return errors;
}
