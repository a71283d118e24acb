/** What a finding means and what would help, in English and Chinese. Pure words; thresholds are in the other quality rules. */

interface Words {
  en: string;
  zh: string;
}

export interface QualityMessage {
  sentence: Words;
  advice: Words;
}

interface Numbers {
  value: number;
  threshold: number;
}

const say = (en: string, zh: string): Words => ({ en, zh });
const nothingToDo = say('Nothing needs to be done.', '无需处理。');
const original = say(
  'Upload the original file: messengers and social networks make photos smaller.',
  '请上传原图：聊天软件和社交平台会压缩照片。',
);
const chooseCrop = say(
  'Use another photo, or choose the part with crop when you order.',
  '请换一张照片，或在下单时用 crop 自行指定范围。',
);
const copyAgain = say('Copy the file from the camera or phone again.', '请从相机或手机重新复制文件。');
const otherPrinter = say(
  'Leave printer_id out to see how the photo prints elsewhere, or choose another size.',
  '不指定打印机即可查看其他打印机的效果，或选择其他尺寸。',
);

const messages = {
  low_resolution: ({ value, threshold }: Numbers): QualityMessage => ({
    sentence: say(
      `The photo has ${value} pixels per inch in this size; it takes ${Math.ceil(threshold)} not to look coarse.`,
      `该尺寸下照片只有每英寸 ${value} 像素，至少需要 ${Math.ceil(threshold)} 才不显粗糙。`,
    ),
    advice: say(
      'Choose a smaller size, or upload the original file: messengers make photos smaller.',
      '请选择更小的尺寸，或上传原图：聊天软件会压缩照片。',
    ),
  }),
  blurred: (): QualityMessage => ({
    sentence: say('The photo is not sharp; in this size it shows.', '照片不够清晰，在该尺寸下会看得出来。'),
    advice: say(
      'Choose a smaller size, or another shot if there is one.',
      '请选择更小的尺寸，或换一张更清晰的照片。',
    ),
  }),
  shaken: (): QualityMessage => ({
    sentence: say(
      'The camera moved while the photo was taken: everything is smeared in one direction.',
      '拍摄时相机抖动，画面沿一个方向模糊。',
    ),
    advice: say(
      'Use another shot if there is one, or choose a smaller size.',
      '如有更清晰的照片请改用，或选择更小的尺寸。',
    ),
  }),
  enlarged: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `The file was enlarged before: it has the detail of ${value} pixels per inch in this size.`,
      `文件曾被放大：该尺寸下的实际细节只相当于每英寸 ${value} 像素。`,
    ),
    advice: say(
      'Upload the original file, or choose a smaller size: enlarging adds no detail.',
      '请上传原图，或选择更小的尺寸：放大不会增加细节。',
    ),
  }),
  cropped: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `${value}% of the photo is cut off to cover the sheet.`,
      `为铺满相纸，照片将被裁掉 ${value}%。`,
    ),
    advice: say(
      'Look at the crop; order with fit "fit" for the whole photo with white borders, or choose a size of its proportions.',
      '请查看裁剪范围；选择 fit 可保留整张照片并留白边，或选择与照片比例相近的尺寸。',
    ),
  }),
  turned: (): QualityMessage => ({
    sentence: say(
      'The photo is turned by a quarter so that it fills the sheet.',
      '照片会旋转 90 度以适合相纸方向。',
    ),
    advice: nothingToDo,
  }),
  white_borders: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `${value}% of the sheet stays white, because the photo has other proportions.`,
      `照片比例与相纸不同，相纸将有 ${value}% 留白。`,
    ),
    advice: say(
      'Order with fit "fill" to cover the sheet, or choose a size of its proportions.',
      '选择 fill 可铺满相纸，或选择与照片比例相近的尺寸。',
    ),
  }),
  face_cut: ({ value }: Numbers): QualityMessage => ({
    sentence: say(`The edge of the sheet cuts ${value}% off a face.`, `相纸边缘会切掉一张脸的 ${value}%。`),
    advice: say(
      'Use the suggested crop, or order with fit "fit" for the whole photo.',
      '请使用建议的裁剪范围，或选择 fit 保留整张照片。',
    ),
  }),
  face_near_edge: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `A face comes within ${value} mm of what the trim may cut.`,
      `有一张脸距可能被裁切的边缘只有 ${value} 毫米。`,
    ),
    advice: say(
      'Use the suggested crop, or order with fit "fit" for the whole photo.',
      '请使用建议的裁剪范围，或选择 fit 保留整张照片。',
    ),
  }),
  id_no_face: (): QualityMessage => ({
    sentence: say(
      'No face was found; an ID photo is cut out around one.',
      '未检测到人脸；证件照需要围绕人脸裁剪。',
    ),
    advice: chooseCrop,
  }),
  id_several_faces: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `There are ${value} faces in the photo; an ID photo shows one.`,
      `照片中有 ${value} 张人脸；证件照只能有一张。`,
    ),
    advice: chooseCrop,
  }),
  id_head_cut: (): QualityMessage => ({
    sentence: say('The head is cut by the edge of the photo.', '头部被照片边缘切掉了。'),
    advice: say('Use a photo with room around the head.', '请换一张头部四周留有空间的照片。'),
  }),
  id_no_room: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `There is too little around the head: it would come out higher than ${value} mm, or not in the middle.`,
      `头部四周空间太小：印出的头部会高于 ${value} 毫米，或不在中间。`,
    ),
    advice: say(
      'Use a photo taken from further away, or choose the part with crop.',
      '请换一张距离更远的照片，或用 crop 自行指定范围。',
    ),
  }),
  id_head_height: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `The head comes out about ${value} mm high, as this size asks for.`,
      `头部印出约高 ${value} 毫米，符合该尺寸的要求。`,
    ),
    advice: say(
      'Look at the crop: crown and chin are estimated.',
      '请查看裁剪范围：头顶和下巴位置为估计值。',
    ),
  }),
  own_border: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `The photo has a border of its own, ${value} mm wide in print; trimming can make it uneven.`,
      `照片自带边框，印出宽约 ${value} 毫米，裁切后可能不均匀。`,
    ),
    advice: say('Crop the border away, or order with fit "fit".', '请先裁掉边框，或选择 fit 保留整张照片。'),
  }),
  blank: (): QualityMessage => ({
    sentence: say('The picture is a single even colour.', '图片只有一种颜色。'),
    advice: say('Check that this is the right file.', '请检查是否选对了文件。'),
  }),
  too_dark: (): QualityMessage => ({
    sentence: say(
      'The photo is very dark, without any bright part; paper shows less of it than a screen.',
      '照片很暗，没有明亮的部分，印出来会比屏幕上更暗。',
    ),
    advice: say('Brighten it before you order.', '建议下单前调亮照片。'),
  }),
  washed_out: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `The photo is overexposed: ${value}% of it is pure white, and nothing in it is dark.`,
      `照片曝光过度：${value}% 的区域为纯白，且没有暗部。`,
    ),
    advice: say('Use a shot with less exposure if there is one.', '如有曝光较低的照片，请改用。'),
  }),
  overexposed: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `The photo is overexposed: ${value}% of it is white or has lost its colours.`,
      `照片曝光过度：${value}% 的区域变白或颜色失真。`,
    ),
    advice: say(
      'Use a shot with less exposure if there is one: what is white holds no detail that could be brought back.',
      '如有曝光较低的照片，请改用：变白的部分已无法恢复细节。',
    ),
  }),
  clipped_highlights: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `${value}% of the photo is pure white and prints as bare paper.`,
      `照片有 ${value}% 的区域为纯白，印出来就是纸的颜色。`,
    ),
    advice: say(
      'Fine for a white background; else use a shot with less exposure.',
      '白色背景无妨；否则请改用曝光较低的照片。',
    ),
  }),
  clipped_shadows: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `${value}% of the photo is pure black, without detail.`,
      `照片有 ${value}% 的区域全黑，没有细节。`,
    ),
    advice: say(
      'Fine at night or on a black background; else brighten it.',
      '夜景或黑色背景无妨；否则请调亮照片。',
    ),
  }),
  low_contrast: (): QualityMessage => ({
    sentence: say('The photo has little contrast and will look pale.', '照片对比度很低，印出来会显得灰淡。'),
    advice: say('Fine for fog; a restoration brings faded tones back.', '雾景无妨；褪色的照片可以先做修复。'),
  }),
  colour_cast: (): QualityMessage => ({
    sentence: say(
      'What should be grey in the photo is tinted: its light had another colour than the camera took it for.',
      '照片中本应为灰色的部分带有偏色：相机的白平衡与现场光线不符。',
    ),
    advice: say(
      'If the light was not like that, correct the white balance, or restore the photo first.',
      '如果现场光线并非如此，请校正白平衡，或先做照片修复。',
    ),
  }),
  noisy: (): QualityMessage => ({
    sentence: say('Grain is visible in this size.', '在该尺寸下可以看到明显的噪点。'),
    advice: say('Choose a smaller size, or restore the photo first.', '请选择更小的尺寸，或先做照片修复。'),
  }),
  blotchy: (): QualityMessage => ({
    sentence: say(
      'Even surfaces show blots of colour, as cameras leave them of strong noise.',
      '平滑的区域可以看到彩色斑块，这是相机在高感光度下降噪留下的。',
    ),
    advice: say(
      'Restore the photo first, use a shot with more light, or print it in black and white.',
      '请先做照片修复，或改用光线更好的照片，或打印为黑白。',
    ),
  }),
  compressed: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `The file was compressed strongly (JPEG quality ${value}); blocks and fringes may show.`,
      `文件压缩过度（JPEG 质量 ${value}），可能出现色块和毛边。`,
    ),
    advice: original,
  }),
  blocking: (): QualityMessage => ({
    sentence: say(
      'The photo shows the blocks of a strong compression, also if it was saved in better quality since.',
      '照片中可以看到压缩留下的方块，即使后来以更高质量另存也仍然存在。',
    ),
    advice: original,
  }),
  truncated: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `${value}% of the picture, at one side, is an even grey: it looks as if the file was not transferred completely.`,
      `图片一侧有 ${value}% 是均匀的灰色：文件可能没有传输完整。`,
    ),
    advice: copyAgain,
  }),
  damaged_data: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `The file is damaged: ${value}% of the picture is made of data that is not what was written.`,
      `文件已损坏：图片有 ${value}% 的数据与原先写入的不符。`,
    ),
    advice: copyAgain,
  }),
  shifted_colours: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `The last ${value}% of the picture look shifted in colour or brightness, as in a damaged file.`,
      `图片最后 ${value}% 的颜色或亮度似乎整体偏移，文件可能已损坏。`,
    ),
    advice: copyAgain,
  }),
  cmyk: (): QualityMessage => ({
    sentence: say(
      'The file is in CMYK and is converted for printing; its colours can change a little.',
      '文件为 CMYK，打印前会转换，颜色可能略有变化。',
    ),
    advice: say('Send sRGB if you have it.', '如有 sRGB 版本，请改用。'),
  }),
  cmyk_without_profile: (): QualityMessage => ({
    sentence: say(
      'The file is in CMYK without a colour profile; its colours can only be guessed.',
      '文件为不带配置文件的 CMYK，颜色只能近似还原。',
    ),
    advice: say('Save it as sRGB, or with its profile.', '请另存为 sRGB，或嵌入颜色配置文件。'),
  }),
  profile_missing: (): QualityMessage => ({
    sentence: say(
      'The file says that its colours are not sRGB, but holds no profile that says what they are; they may print duller.',
      '文件注明颜色不是 sRGB，却没有嵌入配置文件，印出来颜色可能偏淡。',
    ),
    advice: say('Save it with its profile, or as sRGB.', '请嵌入颜色配置文件，或另存为 sRGB。'),
  }),
  wide_gamut: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `${value}% of the photo has colours that are stronger than sRGB; on paper they come out a little weaker.`,
      `照片有 ${value}% 的颜色超出 sRGB 范围，印出来会稍弱一些。`,
    ),
    advice: nothingToDo,
  }),
  few_tones: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `The file has ${value} bits a colour: soft gradients show steps.`,
      `文件每种颜色只有 ${value} 位，渐变处会出现色阶。`,
    ),
    advice: original,
  }),
  transparent: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `${value}% of the picture is transparent and is printed white.`,
      `图片有 ${value}% 是透明的，会印成白色。`,
    ),
    advice: say(
      'Fine for cut-outs; else save it on the background that it needs.',
      '抠图无妨；否则请加上背景后另存。',
    ),
  }),
  mirrored: (): QualityMessage => ({
    sentence: say(
      'The file says that it is shown as in a mirror, and is printed so; writing in it may be reversed.',
      '文件注明以镜像方式显示，打印也会如此；其中的文字可能是反的。',
    ),
    advice: say('Turn mirroring off in the camera if that is not meant.', '如非本意，请在相机中关闭镜像。'),
  }),
  animated: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `The picture moves: it has ${value} pictures, and the first one is printed.`,
      `这是动图，共 ${value} 帧，只打印第一帧。`,
    ),
    advice: say('Save the moment you want as a picture of its own.', '如需其他画面，请另存为单张图片。'),
  }),
  more_pages: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `The file has ${value} pages; this is about the first.`,
      `文件有 ${value} 页，此结果只针对第一页。`,
    ),
    advice: say('Send one picture per file to have each judged.', '如需逐页检查，请每页单独上传。'),
  }),
  printer_size: (): QualityMessage => ({
    sentence: say('This printer takes no paper of this size.', '这台打印机不支持该尺寸的纸张。'),
    advice: otherPrinter,
  }),
  printer_not_borderless: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `This printer can't print this size to the edge: it leaves ${value} mm white.`,
      `这台打印机无法以该尺寸无边距打印：会留下 ${value} 毫米白边。`,
    ),
    advice: otherPrinter,
  }),
  printer_margins: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `This printer leaves up to ${value} mm white at the edges.`,
      `这台打印机的边缘最多会留下 ${value} 毫米白边。`,
    ),
    advice: nothingToDo,
  }),
  printer_resolution: ({ value }: Numbers): QualityMessage => ({
    sentence: say(
      `This printer prints ${value} dots per inch: coarser than the eye sees.`,
      `这台打印机每英寸只有 ${value} 点，肉眼能看出粗糙。`,
    ),
    advice: otherPrinter,
  }),
  printer_monochrome: (): QualityMessage => ({
    sentence: say('This printer prints in black alone.', '这台打印机只能黑白打印。'),
    advice: otherPrinter,
  }),
} satisfies Record<string, (numbers: Numbers) => QualityMessage>;

export type QualityName = keyof typeof messages;

/** Every finding there is. */
export const qualityNames = Object.keys(messages) as [QualityName, ...QualityName[]];

/** The words of a finding. */
export const messageOf = (name: QualityName, numbers: Numbers): QualityMessage => messages[name](numbers);
