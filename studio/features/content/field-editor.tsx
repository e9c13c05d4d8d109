import { useRef, useState } from 'react';
import { announce } from '#ui/announcer.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { MoveButtons } from '../../ui/move-buttons.tsx';
import { ColorField } from './color-field.tsx';
import { type Draft, type FieldSpec, type FieldSpecs, itemName } from './content-fields.ts';
import styles from './field-editor.module.css';
import { LogoField } from './logo-field.tsx';

interface FieldEditorProps {
  readonly specs: FieldSpecs;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** The path of `draft` in the section, with a dot at its end; empty for the section itself. */
  readonly path?: string;
  /** The error of the field at a path, if it is to be shown. */
  readonly errorAt: (path: string) => string | undefined;
}

/** The fields of a section, or of an item of one of its lists. */
export function FieldEditor({ specs, draft, onChange, path = '', errorAt }: FieldEditorProps) {
  return Object.entries(specs).map(([key, spec]) => {
    const at = path + key;
    const value = draft[key];
    const change = (next: unknown) => onChange({ ...draft, [key]: next });
    if (spec.kind === 'list') {
      const items = Array.isArray(value) ? (value as Draft[]) : [];
      return (
        <ListEditor
          key={key}
          spec={spec}
          items={items}
          onChange={change}
          path={at}
          errorAt={errorAt}
        />
      );
    }
    if (spec.kind === 'group') {
      const inner = `${at}.`;
      const isWrong = Object.keys(spec.fields).some((name) => errorAt(inner + name));
      return (
        <details key={key} className={styles.group} {...(isWrong && { open: true })}>
          <summary className={styles.legend}>{spec.label}</summary>
          <FieldEditor
            specs={spec.fields}
            draft={value as Draft}
            onChange={change}
            path={inner}
            errorAt={errorAt}
          />
        </details>
      );
    }
    const shared = { name: at, label: spec.label, error: errorAt(at) };
    if (spec.kind === 'choice') {
      return (
        <Select
          key={key}
          {...shared}
          options={spec.options}
          value={String(value ?? spec.options[0]?.value)}
          onChange={change}
        />
      );
    }
    const hint = spec.hint === undefined ? {} : { hint: spec.hint };
    if (spec.kind === 'color') {
      return (
        <ColorField key={key} {...shared} {...hint} value={String(value ?? '')} onChange={change} />
      );
    }
    if (spec.kind === 'lines') {
      const lines = Array.isArray(value) ? (value as string[]) : [];
      return (
        <TextArea
          key={key}
          {...shared}
          {...hint}
          error={shared.error ?? lines.map((_, place) => errorAt(`${at}.${place}`)).find(Boolean)}
          required
          rows={Math.max(4, lines.length + 1)}
          value={lines.join('\n')}
          onChange={(text) => change(text === '' ? [] : text.split('\n'))}
        />
      );
    }
    if (spec.kind === 'logo') {
      const { label, error } = shared;
      return (
        <LogoField
          key={key}
          label={label}
          hint={spec.hint}
          noun={spec.noun}
          error={error}
          value={value}
          onChange={change}
        />
      );
    }
    const field = {
      ...shared,
      ...hint,
      required: !spec.isOptional,
      value: String(value ?? ''),
      onChange: change,
    };
    return spec.kind === 'line' ? (
      <TextField key={key} {...field} autoComplete="off" />
    ) : (
      <TextArea key={key} {...field} rows={spec.rows ?? 3} />
    );
  });
}

interface ListEditorProps extends Pick<FieldEditorProps, 'errorAt'> {
  readonly spec: FieldSpec & { readonly kind: 'list' };
  readonly items: readonly Draft[];
  readonly onChange: (items: readonly Draft[]) => void;
  readonly path: string;
}

/** A list whose items can be added, moved and removed. */
function ListEditor({ spec, items, onChange, path, errorAt }: ListEditorProps) {
  const addButton = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  /** A key for each item, which moves with it: an upload that is under way ends at its own. */
  const [keys, setKeys] = useState(() => places(items));
  if (keys.length !== items.length) setKeys(places(items));
  const error = errorAt(path);
  const { item: kind } = spec;

  function add(): void {
    onChange([...items, spec.added]);
    setKeys([...keys, Math.max(-1, ...keys) + 1]);
    // Its first field, once it has rendered.
    requestAnimationFrame(() =>
      list.current?.lastElementChild?.querySelector<HTMLElement>('input, textarea')?.focus(),
    );
  }

  function move(from: number, to: number): void {
    const moved = items[from];
    if (!moved || to < 0 || to >= items.length) return;
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, moved));
    setKeys(keys.toSpliced(from, 1).toSpliced(to, 0, ...keys.slice(from, from + 1)));
    announce(`${itemName(spec, moved, from)} is now ${to + 1} of ${items.length}.`);
  }

  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{spec.label}</legend>
      {spec.hint && <p className="soft">{spec.hint}</p>}
      <ol ref={list} className={styles.items}>
        {items.map((item, place) => {
          const name = itemName(spec, item, place);
          return (
            <li key={keys[place]} className={styles.item}>
              <div className={styles.head}>
                <span className={styles.name}>{name}</span>
                <MoveButtons
                  name={name}
                  axis="down"
                  movable={{ place, count: items.length, moveTo: (to) => move(place, to) }}
                />
                <Button
                  variant="icon"
                  aria-label={`Remove ${name}`}
                  onClick={() => {
                    onChange(items.toSpliced(place, 1));
                    setKeys(keys.toSpliced(place, 1));
                    announce(`${name} removed.`);
                    addButton.current?.focus();
                  }}
                >
                  <Icon name="trash" size={20} />
                </Button>
              </div>
              <FieldEditor
                specs={spec.fields}
                draft={item}
                path={`${path}.${place}.`}
                errorAt={errorAt}
                onChange={(changed) => onChange(items.with(place, changed))}
              />
            </li>
          );
        })}
      </ol>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button ref={addButton} variant="paper" onClick={add}>
          Add a {kind}
        </Button>
      </div>
    </fieldset>
  );
}

const places = (items: readonly unknown[]): readonly number[] => [...items.keys()];
