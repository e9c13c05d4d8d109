import { useState } from 'react';
import { designCalls } from '#contract/studio/design-calls.ts';
import type { Design } from '#contract/studio/design-record.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { changedFields, mergedDraft, savedDraft, settledDraft } from '../../ui/shared-draft.ts';
import {
  type DesignFields,
  designShape,
  errorsOf,
  fieldsOf,
  savedBody,
  type TypedDesign,
} from './design-form.ts';

/** Fields that a colleague saved meanwhile too, each with who did. */
type Conflicts = Readonly<Record<string, string>>;

/**
 * The editor's fields and their saving. What was typed stays until it is saved, whatever happens.
 * @param design as it is saved now, as far as is known; `onNewer` receives a newer one
 */
export function useDesignForm(design: Design, onNewer: (design: Design) => void) {
  const [draft, setDraft] = useState(() => {
    const base = fieldsOf(design);
    return { base, typed: designShape.typedFrom(base) };
  });
  /** The version that the fields follow. */
  const [version, setVersion] = useState(design.version);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [isSaving, setSaving] = useState(false);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [conflicts, setConflicts] = useState<Conflicts | null>(null);
  const { base, typed } = draft;
  const isDirty = changedFields(designShape, draft).length > 0;
  const errors = errorsOf(typed);
  // What somebody else saved shows at once, except in the fields that were typed.
  if (design.version > version && !isSaving) follow(design);

  function follow(newer: Design): void {
    setVersion(newer.version);
    setDraft((now) => mergedDraft(designShape, now, fieldsOf(newer)));
  }

  /** Sets fields; `field` is the contract's name of the one that errors refer to. */
  function change(field: string, part: Partial<TypedDesign>): void {
    setDraft((before) => ({ ...before, typed: { ...before.typed, ...part } }));
    setTouched((before) => new Set(before).add(field));
    setRefused(({ [field]: _, ...others }) => others);
  }

  /** Returns the saved design; null if it could not be saved, which it reports. */
  async function save(): Promise<Design | null> {
    if (isSaving) return null;
    setTouched(new Set(Object.keys(errors)));
    if (Object.keys(errors).length > 0) {
      toast.error('Not saved. Please check the marked fields.');
      return null;
    }
    setSaving(true);
    const params = { id: design.id };
    try {
      const saved = await request(designCalls.saveDesign, { params, body: savedBody(draft) });
      setVersion(saved.version);
      setDraft((now) => savedDraft(designShape, draft, now.typed, fieldsOf(saved)));
      setRefused({});
      setConflicts(null);
      setSavedAt(new Date());
      onNewer(saved);
      return saved;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'CHANGED_MEANWHILE') await showConflicts(error.fields);
      else {
        toast.error(messageOf(error, 'The shop can’t be reached. Nothing was saved yet.'));
        setRefused(error.fields);
      }
      return null;
    } finally {
      setSaving(false);
    }
  }

  async function showConflicts(fields: Conflicts): Promise<void> {
    try {
      onNewer(await request(designCalls.design, { params: { id: design.id } }));
      setConflicts(fields);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.error('The shop can’t be reached. Nothing was saved yet.');
    }
  }

  return {
    typed,
    change,
    save,
    /** The values that the fields started from. */
    base,
    version,
    isDirty,
    isSaving,
    savedAt,
    conflicts,
    /** Settles the conflict of one field; saving is up to the person. */
    settle(field: string, choice: 'mine' | 'theirs'): void {
      if (!conflicts) return;
      const { [field]: _, ...others } = conflicts;
      const path = field as keyof DesignFields;
      setDraft((now) => settledDraft(designShape, now, path, fieldsOf(design), choice));
      setConflicts(Object.keys(others).length > 0 ? others : null);
    },
    /** Shows a newer state of the design. */
    follow,
    errorOf: (field: string): string | undefined =>
      refused[field] ?? (touched.has(field) ? errors[field] : undefined),
  };
}

export type DesignForm = ReturnType<typeof useDesignForm>;
