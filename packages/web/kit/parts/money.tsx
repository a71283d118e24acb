/** An amount, in major units as the wire has it. */
import { moneyText } from '../formats.ts';
import { useLanguage } from '../language.ts';

export interface MoneyProps {
  amount: number;
  currency: string;
}

export function Money({ amount, currency }: MoneyProps) {
  const language = useLanguage();
  return <span className="platen-numbers">{moneyText(amount, currency, language)}</span>;
}
