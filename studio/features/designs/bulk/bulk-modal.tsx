import { type SubmitEvent, useState } from 'react';
import { Navigate } from 'react-router';
import { type BulkSelection, type PriceWay, priceWays } from '#contract/studio/bulk-actions.ts';
import { bulkChangeCalls } from '#contract/studio/bulk-changes.ts';
import { designCalls } from '#contract/studio/design-calls.ts';
import { type Rounding, roundings } from '#contract/studio/rounding.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { counted } from '#contract/wire/counted.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';
import { request } from '../../../api/studio-client.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import formStyles from '../../../ui/form.module.css';
import { FormModal } from '../../../ui/form-modal.tsx';
import { lastMoment } from '../../../ui/local-moment.ts';
import { roundingNames } from '../../../ui/rounding-names.ts';
import { Choices } from '../choices.tsx';
import { KeywordFields } from '../keyword-fields.tsx';
import {
  type BulkChoice,
  bulkActionFrom,
  bulkChoices,
  type TypedBulk,
  untypedBulk,
} from './bulk-form.ts';

/** Planning looks at each design, which takes a while for many thousands. */
export const planMs = 300_000;

interface BulkModalProps {
  readonly selection: BulkSelection;
  readonly count: number;
  readonly onClose: () => void;
}

/** What to change in the selected designs. Leads to a preview, so nothing happens here. */
export function BulkModal({ selection, count, onClose }: BulkModalProps) {
  const [typed, setTyped] = useState(untypedBulk);
  const [isBusy, setBusy] = useState(false);
  const [isTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [planned, setPlanned] = useState<string | null>(null);
  const { action, errors } = bulkActionFrom(typed);

  async function preview(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (!action || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const body = { selection, action };
      setPlanned((await request(bulkChangeCalls.planBulkChange, { body, timeoutMs: planMs }))._id);
    } catch (error) {
      setProblem(messageOf(error, 'The shop can’t be reached. Nothing was changed.'));
      setBusy(false);
    }
  }

  // Rendered instead of the form, so that what was typed doesn't block the navigation.
  if (planned) return <Navigate to={`/designs/changes/${planned}`} />;
  const isDirty = typed.choice !== '' && typed !== untypedBulk;
  return (
    <FormModal title={`Change ${counted(count, 'design')}`} isDirty={isDirty} onClose={onClose}>
      <form className="stack-4" noValidate onSubmit={(event) => void preview(event)}>
        <Select
          label="What to change"
          placeholder="Choose"
          options={Object.entries(bulkChoices).map(([value, label]) => ({ value, label }))}
          value={typed.choice}
          onChange={(choice) => setTyped({ ...untypedBulk, choice: choice as BulkChoice })}
          error={isTried && typed.choice === '' ? 'Choose what to change.' : undefined}
        />
        <BulkFields
          typed={typed}
          errors={isTried ? errors : {}}
          onChange={(part) => setTyped((before) => ({ ...before, ...part }))}
        />
        {problem !== null && (
          <p role="alert" className={formStyles.notice}>
            {problem}
          </p>
        )}
        <p className="note">You’ll see every change before anything happens.</p>
        <Button type="submit" aria-disabled={isBusy} aria-busy={isBusy}>
          {isBusy ? 'Preparing…' : 'Preview'}
        </Button>
      </form>
    </FormModal>
  );
}

interface FieldsProps {
  readonly typed: TypedBulk;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (part: Partial<TypedBulk>) => void;
}

function BulkFields({ typed, errors, onChange }: FieldsProps) {
  switch (typed.choice) {
    case 'price':
    case 'discount':
      return <AmountFields typed={typed} errors={errors} onChange={onChange} />;
    case 'addCategories':
    case 'removeCategories':
      return <CategoryChoices typed={typed} errors={errors} onChange={onChange} />;
    case 'addDesigners':
    case 'removeDesigners':
      return <DesignerChoices typed={typed} errors={errors} onChange={onChange} />;
    case 'addKeywords':
    case 'removeKeywords':
      return (
        <>
          <KeywordFields
            typed={typed.keywords}
            onChange={(_, keywords) => onChange({ keywords })}
            errorOf={(kind) => errors[`keywords.${kind}`]}
          />
          <p className="problem" aria-live="polite">
            {errors.keywords}
          </p>
        </>
      );
    case 'delete':
      return <p>Only drafts that were never published are deleted. This can’t be undone.</p>;
    default:
      return null;
  }
}

const wayNames: Readonly<Record<PriceWay, string>> = {
  percent: 'By percent',
  amount: 'By an amount',
  set: 'To a price',
};

function AmountFields({ typed, errors, onChange }: FieldsProps) {
  const isDiscount = typed.choice === 'discount';
  const isSet = typed.way === 'set';
  return (
    <>
      <div className={formStyles.pair}>
        <Select
          label={isDiscount ? 'Discount' : 'Change'}
          options={priceWays.map((value) => ({ value, label: wayNames[value] }))}
          value={typed.way}
          onChange={(way) => onChange({ way: way as PriceWay })}
        />
        {!isDiscount && !isSet && (
          <Select
            label="Direction"
            options={[
              { value: 'raise', label: 'Raise' },
              { value: 'lower', label: 'Lower' },
            ]}
            value={typed.isLower ? 'lower' : 'raise'}
            onChange={(direction) => onChange({ isLower: direction === 'lower' })}
          />
        )}
        <TextField
          label={typed.way === 'percent' ? 'Percent' : 'US dollars'}
          inputMode="decimal"
          autoComplete="off"
          required
          value={typed.value}
          onChange={(value) => onChange({ value })}
          error={errors.value}
        />
        {!isSet && (
          <Select
            label="Rounded"
            options={roundings.map((value) => ({ value, label: roundingNames[value] }))}
            value={typed.rounding}
            onChange={(rounding) => onChange({ rounding: rounding as Rounding })}
          />
        )}
      </div>
      {isDiscount && (
        <div className={formStyles.pair}>
          <TextField
            label="Starts"
            type="datetime-local"
            max={lastMoment}
            hint="Your time zone. Leave empty to start now."
            value={typed.startsAt}
            onChange={(startsAt) => onChange({ startsAt })}
            error={errors.startsAt}
          />
          <TextField
            label="Ends"
            type="datetime-local"
            max={lastMoment}
            hint="Your time zone. Leave empty for no end."
            value={typed.endsAt}
            onChange={(endsAt) => onChange({ endsAt })}
            error={errors.endsAt}
          />
        </div>
      )}
    </>
  );
}

function CategoryChoices({ typed, errors, onChange }: FieldsProps) {
  const categories = useAnswer(designCalls.categories);
  return (
    <Choices
      legend="Categories"
      options={categories.answer?.items ?? []}
      chosen={typed.categoryIds}
      onChoose={(categoryIds) => onChange({ categoryIds })}
      error={errors.categoryIds}
      hint={categories.error ? 'Couldn’t load the categories.' : undefined}
    />
  );
}

function DesignerChoices({ typed, errors, onChange }: FieldsProps) {
  const names = useAnswer(designCalls.designers).answer?.names;
  return (
    <Choices
      legend="Designers"
      options={(names ?? []).map((name) => ({ id: name, name }))}
      chosen={typed.designers}
      onChoose={(designers) => onChange({ designers })}
      error={errors.designers}
      hint={names?.length === 0 ? 'Add designers in the settings first.' : undefined}
    />
  );
}
