/** A page to try the first order with. Owns that document; it is made by code, so that no binary lies in the repository. */

const lines = [
  '48 Tf 72 700 Td (Hello from Platen) Tj',
  '16 Tf 72 650 Td (This page went from an upload over REST to a printer over IPP.) Tj',
  '16 Tf 72 626 Td (Order it again on another paper, or upload a document of your own.) Tj',
];

/** One A4 page as PDF 1.4 (ISO 32000-1, 7.5: header, body, cross-reference table, trailer). */
export function createSamplePdf(): Buffer {
  const text = lines.map((line) => `BT /F1 ${line} ET`).join('\n');
  const drawing = `0.13 0.35 0.75 rg 72 760 451 8 re f\n0 g\n${text}`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  return Buffer.from(
    `${body}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}
