/** Choosing a size and a paper from what is sold; what can't be had at present is shown and can't be chosen. */
import { NumberInput, Select } from '@mantine/core';
import { useCatalogue } from '../../kit/catalogue.ts';
import { moneyText, sizeInMm } from '../../kit/formats.ts';
import { useLanguage } from '../../kit/language.ts';
import { maxCopies } from './basket-rules.ts';
import { usePrices } from './prices.ts';

interface ChoiceProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

/** `madeFor`: whose sizes stand first; the others follow. Prices are those on `paper` where a size is sold on it. */
export function SizeSelect({
  label,
  value,
  onChange,
  madeFor,
  paper,
}: ChoiceProps & { madeFor: 'photo' | 'document'; paper?: string | undefined }) {
  const language = useLanguage();
  const { options, sizeName } = useCatalogue();
  const { priceOf, currency } = usePrices();
  const sizes = (options?.sizes ?? []).toSorted(
    (one, other) => Number(other.made_for === madeFor) - Number(one.made_for === madeFor),
  );
  const data = sizes.map((size) => {
    const price = priceOf({ size: size.code, ...(paper !== undefined && { paper }) });
    const measures = sizeInMm(size.width_mm, size.height_mm, language);
    const name = sizeName(size.code);
    const parts = [/\d\D+\d/.test(name) ? name : `${name} (${measures})`];
    if (price !== undefined) parts.push(moneyText(price, currency, language));
    return { value: size.code, label: parts.join(' · '), disabled: size.unavailable_because !== null };
  });
  return (
    <Select
      label={label}
      data={data}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      allowDeselect={false}
      maxDropdownHeight={320}
    />
  );
}

export function PaperSelect({ label, value, onChange, size }: ChoiceProps & { size: string }) {
  const { options, paperName } = useCatalogue();
  const sold = options?.sizes.find(({ code }) => code === size)?.paper_types ?? [];
  const data = (options?.paper_types ?? [])
    .filter(({ code }) => sold.includes(code))
    .map((paper) => ({
      value: paper.code,
      label: paperName(paper.code),
      disabled: paper.unavailable_because !== null,
    }));
  return (
    <Select
      label={label}
      data={data}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      allowDeselect={false}
    />
  );
}

export interface CopiesInputProps {
  label: string;
  value: number;
  onChange(value: number): void;
  /** Without the label beside it, for lines of a list. */
  isBare?: boolean;
}

export function CopiesInput({ label, value, onChange, isBare = false }: CopiesInputProps) {
  return (
    <NumberInput
      {...(isBare ? { 'aria-label': label } : { label })}
      value={value}
      min={1}
      max={maxCopies}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      inputMode="numeric"
      w={isBare ? 96 : 128}
      onChange={(typed) => {
        const copies = Number(typed);
        if (Number.isInteger(copies) && copies >= 1 && copies <= maxCopies) onChange(copies);
      }}
    />
  );
}
