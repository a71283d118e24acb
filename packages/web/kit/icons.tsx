/** The icons of the pages: lines of one weight, drawn here. Each is for the eye alone; what it means stands beside it or in a label. */
import type { ReactElement, SVGProps } from 'react';

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & { size?: number };

/** Draws a path on a field of 24 by 24. */
function drawn(path: string) {
  return function Icon({ size = 22, ...rest }: IconProps): ReactElement {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        {...rest}
      >
        <path d={path} />
      </svg>
    );
  };
}

export const HomeIcon = drawn('M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z');
export const PersonIcon = drawn(
  'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
);
export const UploadIcon = drawn('M12 16V4m0 0L7.5 8.5M12 4l4.5 4.5M4 15v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4');
export const BasketIcon = drawn(
  'M3 9h18l-1.8 10a1.2 1.2 0 0 1-1.2 1H6a1.2 1.2 0 0 1-1.2-1zM8 9l3-5.5M16 9l-3-5.5',
);
export const ListIcon = drawn('M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01');
export const PhotoIcon = drawn(
  'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15 9h.01',
);
export const WalletIcon = drawn(
  'M4 7h15a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a2 2 0 0 1 2-2h11v3M16 13.5h.01',
);
export const PrinterIcon = drawn(
  'M7 8V3h10v5M7 17H4a1 1 0 0 1-1-1v-6a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v6a1 1 0 0 1-1 1h-3M7 14h10v7H7z',
);
export const SettingsIcon = drawn('M4 7h10m4 0h2M4 17h2m4 0h10M14 4.5v5M10 14.5v5');
export const DownloadIcon = drawn(
  'M12 4v11m0 0l-4.5-4.5M12 15l4.5-4.5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3',
);
export const SearchIcon = drawn('M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5');
export const MoreIcon = drawn(
  'M5 11.4a.6.6 0 1 0 0 1.2a.6.6 0 0 0 0-1.2ZM12 11.4a.6.6 0 1 0 0 1.2a.6.6 0 0 0 0-1.2ZM19 11.4a.6.6 0 1 0 0 1.2a.6.6 0 0 0 0-1.2Z',
);
export const TrashIcon = drawn(
  'M4.5 7h15M10 7V4.5h4V7M6.5 7l.8 12a1 1 0 0 0 1 1h7.4a1 1 0 0 0 1-1l.8-12M10.2 11v5M13.8 11v5',
);
export const CloseIcon = drawn('M6 6l12 12M18 6L6 18');
export const CheckIcon = drawn('M5 12.5l4.5 4.5L19 7.5');
export const CopyIcon = drawn(
  'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM16 9V4.5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1V14a1 1 0 0 0 1 1h3',
);
export const WarningIcon = drawn('M12 4l9 16H3zM12 10v4.5M12 17.5h.01');
export const OfflineIcon = drawn(
  'M3 3l18 18M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 4-2.4m4.5-.2A10 10 0 0 1 19 12M2.5 8.5A15 15 0 0 1 7 5.7M12 5c3.6 0 7 1.3 9.5 3.5M12 19h.01',
);
export const BackIcon = drawn('M14.5 5l-7 7 7 7');
export const ForwardIcon = drawn('M9.5 5l7 7-7 7');
export const LogOutIcon = drawn('M10 4H5a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h5M15 8l4 4-4 4M19 12H9.5');
export const MapPinIcon = drawn(
  'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
);
export const TagIcon = drawn('M4 4h8l8.5 8.5a1 1 0 0 1 0 1.4L14 20.5a1 1 0 0 1-1.4 0L4 12zM8 8h.01');
export const ClockIcon = drawn('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2');
export const TruckIcon = drawn(
  'M3 6h11v10H3zM14 9.5h4l3 3.5v3h-7zM7 19a1.8 1.8 0 1 0 0-3.6A1.8 1.8 0 0 0 7 19zM17.5 19a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
);
export const StoreIcon = drawn(
  'M4 10v9a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-9M3 10l1.8-6h14.4L21 10a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0zM9.5 20v-5h5v5',
);
export const PeopleIcon = drawn(
  'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.6-3.3 3.2-5 6.5-5s5.9 1.7 6.5 5M16 4.3a3.5 3.5 0 0 1 0 6.4M17.8 14.8c2 .7 3.3 2.3 3.7 4.7',
);
export const LogIcon = drawn(
  'M6 3h9l4 4v13a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9 9h3M9 13h7M9 17h7',
);
export const BrushIcon = drawn('M14.5 4.5l5 5L11 18H6v-5zM4 21h16');
export const EraserIcon = drawn(
  'M9 20H5l-1.5-1.5a1.5 1.5 0 0 1 0-2L14 6l5.5 5.5L11 20zM20 20H9M8.5 11.5L14 17',
);
export const UndoIcon = drawn('M9 6L4.5 10.5 9 15M5 10.5h9.5a5 5 0 0 1 0 10H11');
export const PlusIcon = drawn('M12 5v14M5 12h14');
export const ShareIcon = drawn('M12 15V4m0 0L8 8m4-4l4 4M5 12v7a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7');
export const KeyIcon = drawn('M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9v3.5M17.5 12v3');
export const StarIcon = drawn('M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9L12 16.9l-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z');
export const SparkIcon = drawn(
  'M12 3l1.9 5.6L19.5 10.5l-5.6 1.9L12 18l-1.9-5.6L4.5 10.5l5.6-1.9zM19 16.5v4M17 18.5h4',
);
export const CameraIcon = drawn(
  'M4 8h3.5L9 5.5h6L16.5 8H20a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zM12 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
);
export const FolderIcon = drawn(
  'M3 7a1 1 0 0 1 1-1h5l2 2.5h9a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1z',
);
export const DocumentIcon = drawn(
  'M6 3h8l4 4v13a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v4h4M8.5 12h7M8.5 16h7',
);
export const RetryIcon = drawn('M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4v4h4');
export const BellIcon = drawn('M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21.5a2.2 2.2 0 0 0 4 0');
export const BellOffIcon = drawn(
  'M6 17v-6c0-1.2.4-2.4 1-3.4M9.2 5.7A6 6 0 0 1 18 11v6l1.5 2h-15zM10 21.5a2.2 2.2 0 0 0 4 0M3.5 3.5l17 17',
);
export const PauseIcon = drawn('M8.5 5v14M15.5 5v14');
export const PlayIcon = drawn('M7 4.5l12 7.5-12 7.5z');
export const GripIcon = drawn('M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01');
export const ScreenIcon = drawn('M3 5h18v11H3zM9 20h6M12 16v4');
export const HandIcon = drawn(
  'M4 13h4l3-2.5h4a1.6 1.6 0 0 1 0 3.2h-3M15 13.2l4-2.4a1.6 1.6 0 0 1 1.7 2.7L14 18H4z',
);
export const SheetIcon = drawn('M6 3h12v18H6zM9 8h6M9 12h6M9 16h3');
export const CalendarIcon = drawn('M4 6h16v14H4zM4 10.5h16M8 3.5v4M16 3.5v4');
export const ReturnIcon = drawn('M8 9H4V5M4.5 9a8 8 0 1 1-.6 5');
