import { useState } from 'react';
import type { Design } from '#contract/studio/designs.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { bodyFrom, errorsOf, type TypedDesign, typedFrom } from './design-form.ts';

/** The editor's fields and their saving. What was typed stays until it is saved, whatever happens. */
export function useDesignForm(design: Design, onSaved: (design: Design) => void) {
  const [base, setBase] = useState(design);
  const [typed, setTyped] = useState(() => typedFrom(design));
  /** The typed values when they last equalled the saved ones. */
  const [clean, setClean] = useState(typed);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [isSaving, setSaving] = useState(false);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [isOvertaken, setOvertaken] = useState(false);
  const isDirty = JSON.stringify(typed) !== JSON.stringify(clean);
  const errors = errorsOf(typed);
  if (design.version > base.version && !isDirty && !isSaving) takeOver(design);

  /** Shows what somebody else saved if nothing was typed; otherwise fields and base stay. */
  function takeOver(newer: Design): void {
    const filled = typedFrom(newer);
    setBase(newer);
    setTyped(filled);
    setClean(filled);
  }

  /** Sets fields; `field` is the contract's name of the one that errors refer to. */
  function change(field: string, part: Partial<TypedDesign>): void {
    setTyped((before) => ({ ...before, ...part }));
    setTouched((before) => new Set(before).add(field));
    setRefused(({ [field]: _, ...others }) => others);
  }

  /** Returns the saved design; null if it could not be saved, which it reports. */
  async function save(version = base.version): Promise<Design | null> {
    if (isSaving) return null;
    setTouched(new Set(Object.keys(errors)));
    if (Object.keys(errors).length > 0) {
      toast.error('Not saved. Please check the marked fields.');
      return null;
    }
    setSaving(true);
    try {
      const body = bodyFrom(typed, version);
      const saved = await request('saveDesign', { params: { id: design.id }, body });
      setBase(saved);
      setClean(typed);
      setRefused({});
      setOvertaken(false);
      setSavedAt(new Date());
      onSaved(saved);
      return saved;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'CHANGED_MEANWHILE') setOvertaken(true);
      else toast.error(messageOf(error, 'The shop can’t be reached. Nothing was saved yet.'));
      setRefused(error.fields);
      return null;
    } finally {
      setSaving(false);
    }
  }

  return {
    typed,
    change,
    save,
    /** The design that the fields started from. */
    base,
    isDirty,
    isSaving,
    savedAt,
    /** Somebody else has saved since this was read. */
    isOvertaken,
    /** Overwrites what somebody else saved. */
    async saveOver(): Promise<void> {
      const theirs = await request('design', { params: { id: design.id } }).catch(() => null);
      if (theirs) await save(theirs.version);
      else toast.error('The shop can’t be reached. Nothing was saved yet.');
    },
    /** Sets a newer state of the design whose fields are as they were saved. */
    setBase,
    errorOf: (field: string): string | undefined =>
      refused[field] ?? (touched.has(field) ? errors[field] : undefined),
  };
}

export type DesignForm = ReturnType<typeof useDesignForm>;
