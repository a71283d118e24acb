/** Why the service would not take it: what it is about in the reader's language, and the exact sentence. */
import { Alert, Text } from '@mantine/core';
import { WarningIcon } from '../../kit/icons.tsx';
import { defineWords, useLanguage, useWords } from '../../kit/language.ts';

const fieldWords = defineWords({
  en: { fields: {} as Record<string, string>, other: '' },
  zh: {
    fields: {
      size: '这个尺寸现在无法选择。',
      paper_type: '这个尺寸没有这种纸张。',
      sides: '这种纸张不能这样双面打印。',
      page_ranges: '页码填写有误。',
      quantity: '份数过多。',
      crop: '裁剪范围不合适。',
      border: '这样的版面没有边框。',
      layout: '这张照片无法这样排版。',
      fit: '这样的版面无法选择。',
      color_mode: '现在无法这样选择颜色。',
      document_id: '这个文件已不存在。',
      photo_id: '这张照片已不存在。',
      slip: '无法打印订单信息。',
      address_id: '无法送到这个地址。',
      shipping_carrier_id: '这家快递无法承运。',
      delivery_method: '现在无法这样配送。',
      pickup_point_id: '现在无法在这个自提点取件。',
      coupon_id: '这张优惠券不能用于本订单。',
    } as Record<string, string>,
    other: '无法按所填内容下单。',
  },
});

/** `sentence`: of the service, with its field before it or without. */
export function RefusalNote({ sentence, field }: { sentence: string; field?: string }) {
  const words = useWords(fieldWords);
  const language = useLanguage();
  const [, name, text] = /^([a-z_]+): (.*)$/s.exec(sentence) ?? [undefined, field ?? '', sentence];
  const plain = text ?? sentence;
  const shown = plain.charAt(0).toUpperCase() + plain.slice(1);
  return (
    <Alert color="seal" variant="light" icon={<WarningIcon />} role="alert" mt="xs" p="xs">
      {language === 'en' ? (
        <Text size="sm">{shown}</Text>
      ) : (
        <>
          <Text size="sm" fw={600}>
            {words.fields[name ?? ''] ?? words.other}
          </Text>
          <Text size="xs" lang="en">
            {shown}
          </Text>
        </>
      )}
    </Alert>
  );
}
