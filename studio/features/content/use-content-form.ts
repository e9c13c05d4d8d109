import { useState } from 'react';
import * as v from 'valibot';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import {
  type ContentSection,
  type ContentVersion,
  contentSchemas,
} from '#contract/studio/content.ts';
import { lookSchema } from '#contract/studio/look-contrast.ts';
import { publishMessages } from '#contract/studio/publish-messages.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import type { Draft } from './content-fields.ts';

type Body = StudioCallInput<'publishContent'>['body'];
type TermsBody = StudioCallInput<'publishTerms'>['body'];

interface ContentFormOptions {
  readonly section: ContentSection;
  /** Newest first. */
  readonly versions: readonly [ContentVersion, ...ContentVersion[]];
  readonly onPublished: (answer: { versions: ContentVersion[] }) => void;
  /** Asks for what else the call needs; null: don't publish. */
  readonly askMore: () => Promise<object | null>;
  /** Reloads what somebody else published. */
  readonly onOvertaken: () => Promise<void>;
}

/** Edits and publishes a section. Edits stay until they are published, whatever somebody else publishes. */
export function useContentForm({
  section,
  versions,
  askMore,
  onPublished,
  onOvertaken,
}: ContentFormOptions) {
  const [inForce] = versions;
  /** The version the writer has seen; publishing replaces only that one. */
  const [base, setBase] = useState(inForce);
  const [draft, setDraft] = useState(inForce.content as Draft);
  /** Errors show once publishing was tried, because a text that was just added is empty. */
  const [isTried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const errors = errorsOf(section === 'look' ? lookSchema : contentSchemas[section], draft);
  const isValid = Object.keys(errors).length === 0;
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base.content);
  const isOvertaken = base.version !== inForce.version;
  if (isOvertaken && !isDirty && !isSending) showVersion(inForce);

  /** `sent`: what was published; what was typed since then stays. */
  function showVersion(version: ContentVersion, sent?: Draft): void {
    setBase(version);
    setDraft((now) => (sent && now !== sent ? now : (version.content as Draft)));
    setTried(false);
    setRefused({});
  }

  /** Returns the version that is in force then. @throws ApiError */
  async function publish(content: unknown, success: string): Promise<number | null> {
    const more = await askMore();
    if (!more) return null;
    setSending(true);
    try {
      const body = { replaces: base.version, content, ...more };
      const answer =
        section === 'terms'
          ? await request('publishTerms', { body: body as TermsBody })
          : await request('publishContent', { body: { section, ...body } as Body });
      const [newest] = answer.versions;
      if (newest) showVersion(newest, draft);
      onPublished(answer);
      toast.success(success);
      return newest?.version ?? null;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') await onOvertaken();
      throw error;
    } finally {
      setSending(false);
    }
  }

  /** Returns the version that was published; null if none was. */
  async function submit(): Promise<number | null> {
    setTried(true);
    if (!isValid || isSending) return null;
    try {
      return await publish(draft, 'Published. The shop shows it in a moment.');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error.fields);
      if (error.code !== 'CHANGED_MEANWHILE')
        toast.error(messageOf(error, 'The shop can’t be reached. Nothing was published yet.'));
      return null;
    }
  }

  return {
    draft,
    isDirty,
    isSending,
    change(next: Draft) {
      setDraft(next);
      setRefused({});
    },
    submit,
    discard: () => showVersion(inForce),
    /** Publishes an earlier version again. @throws ApiError */
    async restore(version: ContentVersion): Promise<void> {
      await publish(version.content, `Version ${version.version} is published again.`);
    },
    errorAt: (path: string) => (isTried ? errors[path] : undefined) ?? refused[`content.${path}`],
    /** The props of `Overtaken` once somebody else has published; null before. */
    overtaken: isOvertaken
      ? {
          text: publishMessages.changed,
          onShowSaved: () => showVersion(inForce),
          onKeepMine: () => setBase(inForce),
        }
      : null,
  };
}

/** The first error of each field, by its path. */
function errorsOf(schema: v.GenericSchema, draft: Draft): Readonly<Record<string, string>> {
  const parsed = v.safeParse(schema, draft);
  if (parsed.success) return {};
  const errors: Record<string, string> = {};
  for (const issue of parsed.issues) errors[v.getDotPath(issue) ?? ''] ??= issue.message;
  return errors;
}
