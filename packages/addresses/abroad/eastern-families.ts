/** Names of families in Japan and Korea, in their own letters. Lists only. */

const japanese = new Set(
  '佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 斉藤 清水 山崎 森 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 福田 太田 西村 藤井 金子 岡本 藤原 中野 三浦 原田 中川 松田 竹内 小野 田村 中山 和田 石田 森田 上田 原 内田 柴田 酒井 宮崎 横山 高木 安藤 宮本 大野 小島 谷口 今井 工藤 高田 増田 丸山 杉山 村田 大塚 新井 小山 平野 藤本 河野 上野 野口 武田 松井 千葉 岩崎 菅原 木下 久保 佐野 野村 松尾 市川 菊地 杉本 古川 大西 島田 水野 桜井 高野 渡部 吉川 山内 西田 菊池 飯田 西川 小松 北村 安田 五十嵐 川口 平田 関 中田 久保田 服部 東 岩田 土屋 川崎 福島 本田 辻 樋口 秋山 田口 永井 山中 中西 吉村 川上 石原 大橋 松岡 馬場 浜田 森本 星野 矢野 浅野 大島 松下 大久保 吉岡 小池 野田 荒木 熊谷 松浦 大谷 内藤 黒田 尾崎 川村 永田 望月 堀 松村 田辺 菅野 荒井 平井 大石 早川 島 町田 堀内 区 県 館 丘 階戸 小泉 安倍 岸田 石破 竹下 宮沢 三木 本間 柳田 須藤 片山 横田 岡崎 宮田 西山 小田 北川 中井 大川 河合 川島 坂口 古賀 宮下 福井 桑原 上原 比嘉 金城 島袋'.split(
    ' ',
  ),
);

/** Families that most people in Japan belong to, and some that are words of addresses. */
export const isJapaneseFamily = (words: string): boolean => japanese.has(words);

const korean = new Set(
  '?:김|이|박|최|정|강|조|윤|장|임|한|오|서|신|권|황|안|송|류|유|전|홍|고|문|양|손|배|백|허|남|심|노|하|곽|성|차|주|우|구|민|나|진|지|엄|채|원|천|방|공|현|함|변|염|여|추|도|소|석|선|설|마|길|연|위|표|명|기|반|왕|금|옥|육|인|맹|제|모|탁|국|어|은|편|용|예|경|봉|사|부|가|복|태|목|형|피|두|감|음|빈|동|온|호|범|좌|팽|승|간|상|시|갈|단|견|당|화|창|옹|순|단|남궁|황보|제갈|선우|독고|사공|서문'.split(
    '|',
  ),
);

/** Length of the family's name that stands there; 0 when it is none. */
export const koreanFamilyLength = (text: string, at: number): number =>
  korean.has(text.slice(at, at + 2)) ? 2 : korean.has(text[at] ?? '') ? 1 : 0;
