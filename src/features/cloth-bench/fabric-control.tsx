import { useState } from 'react';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';
import {
  type BenchSettings,
  fabricWidths,
  maxFabricWidth,
  minFabricWidth,
} from './bench-settings.ts';
import { type LengthUnit, lengthText, perInch, shortNumber } from './measures.ts';

interface FabricControlProps {
  readonly settings: BenchSettings;
  readonly onChange: (change: Partial<BenchSettings>) => void;
}

const own = 'own';

const unitWords: Record<LengthUnit, string> = { in: 'inches', cm: 'centimetres' };

/** The width of the buyer's fabric: one of the usual ones or their own. */
export function FabricControl({ settings, onChange }: FabricControlProps) {
  const { fabricWidth, unit } = settings;
  const isUsual = fabricWidths.some((width) => width === fabricWidth);
  const [isOwn, setOwn] = useState(!isUsual);
  return (
    <div className="stack-3">
      <Select
        label="Fabric width"
        value={isOwn ? own : String(fabricWidth)}
        options={[
          ...fabricWidths.map((width) => ({
            value: String(width),
            label: lengthText(width, unit),
          })),
          { value: own, label: 'Another width' },
        ]}
        onChange={(value) => {
          setOwn(value === own);
          if (value !== own) onChange({ fabricWidth: Number(value) });
        }}
      />
      {isOwn && <OwnWidth key={unit} settings={settings} onChange={onChange} />}
    </div>
  );
}

/** A width that is typed, in the unit of the settings. */
function OwnWidth({ settings: { fabricWidth, unit }, onChange }: FabricControlProps) {
  const [typed, setTyped] = useState(() => shortNumber(fabricWidth * perInch(unit)));
  const [problem, setProblem] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    const inches = Number(text.trim().replace(',', '.')) / perInch(unit);
    const isPossible = text.trim() !== '' && inches >= minFabricWidth && inches <= maxFabricWidth;
    setProblem(
      isPossible
        ? null
        : `Enter a width from ${lengthText(minFabricWidth, unit)} to ${lengthText(maxFabricWidth, unit)}.`,
    );
    if (isPossible) onChange({ fabricWidth: inches });
  };
  return (
    <TextField
      label={`Your fabric’s width in ${unitWords[unit]}`}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      error={problem}
      onChange={type}
    />
  );
}
