/** The spool's table of what people have said lies in printers that don't tell. A step that was released never changes. */

/** `source`: media-source, empty where the printer names no trays. Lengths in hundredths of a millimetre. */
export const paperTables = `
  create table stated_paper (
    shop_printer_id integer not null references shop_printer (id),
    source text not null,
    x_dimension integer not null,
    y_dimension integer not null,
    media_type text not null,
    said_by text not null,
    said_at integer not null,
    primary key (shop_printer_id, source)
  ) strict, without rowid;
`;
