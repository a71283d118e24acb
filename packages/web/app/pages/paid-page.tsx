/** /paid: where the customer comes back from a payment page; leads to what was being paid. */
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWords } from '../../kit/language.ts';
import { takePaidPath } from '../../kit/paying.ts';
import { checkoutWords } from '../checkout/checkout-words.ts';

export function PaidPage() {
  const words = useWords(checkoutWords);
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to: takePaidPath() ?? '/orders', replace: true });
  }, [navigate]);
  return <Text role="status">{words.returning}</Text>;
}
